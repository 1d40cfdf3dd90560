import { z } from 'zod';
import type { SecretKind, SecretVault } from './secret-vault.ts';

/** Where a credential of a webhook belongs: the webhook in which the tenant has it, or the draft in which it was typed. */
export interface Home {
  /** Identifier of the webhook or of the draft of a new one. */
  readonly webhookId: string;
  readonly name: string;
  /** Scheme, host and port that it is sent to; empty while there is no address. */
  readonly origin: string;
}

export interface Credential {
  readonly value: string;
  readonly homes: readonly Home[];
}

/** By the names under which the vault has them: `••••1a2b3c4d` in headers, `address ••••1a2b3c4d` in addresses. */
export type Credentials = ReadonlyMap<string, Credential>;

/** The credentials of a tenant's things in the vault, for when the tenant does not tell them: drafts, and undo. */
export interface StoredCredentials {
  /** Of drafts, too. */
  read(tenantId: string): Promise<Credentials>;
  /** The key of the tenant's placeholders: `fresh` where there was none. */
  key(tenantId: string, fresh: string): Promise<string>;
  add(tenantId: string, credentials: Credentials): Promise<void>;
  /** In the place of what was kept for this draft; `choose` is given all that is kept. */
  setDraft(tenantId: string, targetId: string, choose: (kept: Credentials) => Credentials): Promise<void>;
}

/** Values by name, and beside them the key, the homes, and the drafts, which are records like this one as text. */
const recordSchema = z.record(z.string(), z.string());
type StoredRecord = z.infer<typeof recordSchema>;
const keyName = 'key';
const draftPrefix = 'draft ';
const locationsPrefix = 'homes ';
const locationsSchema = z.array(z.object({ webhookId: z.string(), name: z.string(), origin: z.string() }));
/** As many as there are discarded drafts to be restored; the oldest go. */
const maxDrafts = 100;

export function createStoredCredentials(
  vault: SecretVault,
  kind: Extract<SecretKind, 'header-values' | 'application-secrets'>,
): StoredCredentials {
  const nameOf = (tenantId: string) => ({ tenantId, kind });

  async function readRecord(tenantId: string): Promise<StoredRecord> {
    const stored = await vault.get(nameOf(tenantId));
    return stored === undefined ? {} : recordSchema.parse(JSON.parse(stored));
  }

  // One after the other: each adds to what the others wrote.
  let lastUpdate: Promise<unknown> = Promise.resolve();
  function update(tenantId: string, change: (kept: StoredRecord) => StoredRecord): Promise<StoredRecord> {
    const work = async () => {
      const kept = await readRecord(tenantId);
      const changed = change(kept);
      const text = JSON.stringify(changed);
      if (text !== JSON.stringify(kept)) await vault.set(nameOf(tenantId), text);
      return changed;
    };
    const done = lastUpdate.then(work);
    lastUpdate = done.catch(() => undefined);
    return done;
  }

  return {
    read: async (tenantId) => credentialsIn(await readRecord(tenantId)),
    async key(tenantId, fresh) {
      const kept = await update(tenantId, (all) =>
        all[keyName] === undefined ? { ...all, [keyName]: fresh } : all,
      );
      return kept[keyName] ?? fresh;
    },
    async add(tenantId, credentials) {
      await update(tenantId, (kept) => ({ ...kept, ...asRecord(credentials) }));
    },
    async setDraft(tenantId, targetId, choose) {
      await update(tenantId, (kept) => withDraft(kept, targetId, asRecord(choose(credentialsIn(kept)))));
    },
  };
}

function asRecord(credentials: Credentials): StoredRecord {
  const entries = [...credentials].flatMap(([name, { value, homes }]) => [
    [name, value] as const,
    ...(homes.length === 0 ? [] : [[`${locationsPrefix}${name}`, JSON.stringify(homes)] as const]),
  ]);
  return Object.fromEntries(entries);
}

function credentialsIn(record: StoredRecord): Credentials {
  const found = new Map<string, Credential>();
  for (const [name, text] of Object.entries(record)) {
    if (name.startsWith(draftPrefix)) {
      const typed = credentialsIn(recordSchema.parse(JSON.parse(text)));
      for (const [each, credential] of typed) found.set(each, joined(found.get(each), credential));
    } else if (name !== keyName && !name.startsWith(locationsPrefix)) {
      const homes = record[`${locationsPrefix}${name}`];
      const credential = {
        value: text,
        homes: homes === undefined ? [] : locationsSchema.parse(JSON.parse(homes)),
      };
      found.set(name, joined(found.get(name), credential));
    }
  }
  return found;
}

const joined = (one: Credential | undefined, other: Credential): Credential =>
  one === undefined ? other : { value: one.value, homes: [...one.homes, ...other.homes] };

/** With the values of one draft, which is the newest now. */
function withDraft(kept: StoredRecord, targetId: string, values: StoredRecord): StoredRecord {
  const name = `${draftPrefix}${targetId}`;
  const others = Object.entries(kept).filter(([each]) => each !== name);
  const drafts = others.filter(([each]) => each.startsWith(draftPrefix)).map(([each]) => each);
  const tooOld = new Set(drafts.slice(0, Math.max(0, drafts.length - maxDrafts + 1)));
  const stay = Object.fromEntries(others.filter(([each]) => !tooOld.has(each)));
  return { ...stay, [name]: JSON.stringify(values) };
}
