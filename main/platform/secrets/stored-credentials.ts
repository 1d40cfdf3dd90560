import { z } from 'zod';
import type { SecretKind, SecretVault } from './secret-vault.ts';

/** A location of a credential: a webhook on the tenant, or the draft in which it was entered. */
export interface CredentialLocation {
  /** ID of the webhook, or of the draft of a new one. */
  readonly webhookId: string;
  readonly name: string;
  /** Scheme, host and port that it is sent to; empty without a URL. */
  readonly origin: string;
}

export interface Credential {
  readonly value: string;
  readonly locations: readonly CredentialLocation[];
}

/** By their names in the vault: `••••1a2b3c4d` in headers, `address ••••1a2b3c4d` in URLs. */
export type Credentials = ReadonlyMap<string, Credential>;

/** A tenant's credentials in the vault, for drafts and undo, because the tenant doesn't return them. */
export interface StoredCredentials {
  /** Includes those of drafts. */
  read(tenantId: string): Promise<Credentials>;
  /** The tenant's placeholder key; stores and returns `fresh` if there was none. */
  key(tenantId: string, fresh: string): Promise<string>;
  add(tenantId: string, credentials: Credentials): Promise<void>;
  /** Replaces the credentials of this draft; `choose` receives all stored ones. */
  setDraft(tenantId: string, targetId: string, choose: (stored: Credentials) => Credentials): Promise<void>;
}

/** Values by name, plus the key, the locations, and the drafts, which are nested records as JSON. */
const recordSchema = z.record(z.string(), z.string());
type StoredRecord = z.infer<typeof recordSchema>;
const keyName = 'key';
const draftPrefix = 'draft ';
const locationsPrefix = 'homes ';
const locationsSchema = z.array(z.object({ webhookId: z.string(), name: z.string(), origin: z.string() }));
/** As many as restorable drafts; the oldest are removed. */
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

  // Serialized: each update builds on the previous one.
  let lastUpdate: Promise<unknown> = Promise.resolve();
  function update(tenantId: string, change: (stored: StoredRecord) => StoredRecord): Promise<StoredRecord> {
    const work = async () => {
      const stored = await readRecord(tenantId);
      const changed = change(stored);
      const text = JSON.stringify(changed);
      if (text !== JSON.stringify(stored)) await vault.set(nameOf(tenantId), text);
      return changed;
    };
    const done = lastUpdate.then(work);
    lastUpdate = done.catch(() => undefined);
    return done;
  }

  return {
    read: async (tenantId) => credentialsIn(await readRecord(tenantId)),
    async key(tenantId, fresh) {
      const stored = await update(tenantId, (all) =>
        all[keyName] === undefined ? { ...all, [keyName]: fresh } : all,
      );
      return stored[keyName] ?? fresh;
    },
    async add(tenantId, credentials) {
      await update(tenantId, (stored) => ({ ...stored, ...asRecord(credentials) }));
    },
    async setDraft(tenantId, targetId, choose) {
      await update(tenantId, (stored) =>
        withDraft(stored, targetId, asRecord(choose(credentialsIn(stored)))),
      );
    },
  };
}

function asRecord(credentials: Credentials): StoredRecord {
  const entries = [...credentials].flatMap(([name, { value, locations }]) => [
    [name, value] as const,
    ...(locations.length === 0 ? [] : [[`${locationsPrefix}${name}`, JSON.stringify(locations)] as const]),
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
      const locations = record[`${locationsPrefix}${name}`];
      const credential = {
        value: text,
        locations: locations === undefined ? [] : locationsSchema.parse(JSON.parse(locations)),
      };
      found.set(name, joined(found.get(name), credential));
    }
  }
  return found;
}

const joined = (one: Credential | undefined, other: Credential): Credential =>
  one === undefined ? other : { value: one.value, locations: [...one.locations, ...other.locations] };

/** Adds the values of a draft as the newest. */
function withDraft(stored: StoredRecord, targetId: string, values: StoredRecord): StoredRecord {
  const name = `${draftPrefix}${targetId}`;
  const others = Object.entries(stored).filter(([each]) => each !== name);
  const drafts = others.filter(([each]) => each.startsWith(draftPrefix)).map(([each]) => each);
  const tooOld = new Set(drafts.slice(0, Math.max(0, drafts.length - maxDrafts + 1)));
  const stay = Object.fromEntries(others.filter(([each]) => !tooOld.has(each)));
  return { ...stay, [name]: JSON.stringify(values) };
}
