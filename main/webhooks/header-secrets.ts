import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { failure } from '../platform/failure.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import {
  headerValues,
  hiddenMark,
  isBrokenPlaceholder,
  isPlaceholder,
  isSecretValue,
  mapHeaderValues,
  placeholdersIn,
} from './header-text.ts';

/**
 * Puts placeholders in the place of credentials in header texts, and the credentials back. A placeholder shows
 * whether two values are the same and nothing else of them.
 */
export interface HeaderSecrets {
  /**
   * Answers what hides the credentials of this tenant. The same value has the same placeholder in every session, so
   * that what was written down yesterday can be compared with what the tenant has today.
   */
  hiderFor(tenantId: string): Promise<Hide>;
  /** Hides the credentials of a text of no tenant, such as an opened file: for showing in this session. */
  readonly hide: Hide;
  /**
   * Puts the values back. `present` is the header text that the tenant has now: a placeholder that is no longer
   * known stands for its value of the same header. Throws `invalid-input` naming the header otherwise.
   */
  reveal(tenantId: string, headers: string, present?: string): Promise<string>;
  /** Puts the values behind placeholders into the vault, so that an undo works after a restart too. */
  keep(tenantId: string, headers: readonly string[]): Promise<void>;
  /**
   * As `keep`, for a draft, in the place of what was kept for it before: half-typed values do not pile up. Without the
   * keychain they last for this session.
   */
  keepTyped(tenantId: string, targetId: string, headers: readonly string[]): Promise<void>;
}

/** Remembers the values for this session. */
export type Hide = (headers: string) => string;

/** Values by placeholder; under names that no placeholder has, the key of the placeholders and the values of drafts. */
const keptSchema = z.record(z.string(), z.string());
type Kept = z.infer<typeof keptSchema>;
const keyName = 'key';
const draftPrefix = 'draft ';
/** As many as there are discarded drafts to be restored; the oldest go. */
const mostDrafts = 100;

/** The values of a draft, as text: all that is kept is. */
const draftValues = (text: string): Kept => keptSchema.parse(JSON.parse(text));

function findKept(kept: Kept, mark: string): string | undefined {
  const drafts = Object.keys(kept).filter((name) => name.startsWith(draftPrefix));
  return (
    kept[mark] ??
    drafts.map((name) => draftValues(kept[name] ?? '{}')[mark]).find((each) => each !== undefined)
  );
}

/** With the values of one draft, which is the newest now. */
function withDraft(kept: Kept, targetId: string, values: Kept): Kept {
  const name = `${draftPrefix}${targetId}`;
  const others = Object.entries(kept).filter(([each]) => each !== name);
  const drafts = others.filter(([each]) => each.startsWith(draftPrefix)).map(([each]) => each);
  const tooOld = new Set(drafts.slice(0, Math.max(0, drafts.length - mostDrafts + 1)));
  const stay = Object.fromEntries(others.filter(([each]) => !tooOld.has(each)));
  return { ...stay, [name]: JSON.stringify(values) };
}

export function createHeaderSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): HeaderSecrets {
  const { vault } = parts;
  const known = new Map<string, string>();
  const hiders = new Map<string, Promise<Hide>>();
  const nameOf = (tenantId: string) => ({ tenantId, kind: 'header-values' }) as const;

  async function readKept(tenantId: string): Promise<Kept> {
    const stored = await vault.get(nameOf(tenantId));
    return stored === undefined ? {} : keptSchema.parse(JSON.parse(stored));
  }

  // One after the other: each adds to what the others wrote.
  let lastUpdate: Promise<unknown> = Promise.resolve();
  function updateKept(tenantId: string, change: (kept: Kept) => Kept): Promise<Kept> {
    const update = async () => {
      const kept = await readKept(tenantId);
      const changed = change(kept);
      const text = JSON.stringify(changed);
      if (text !== JSON.stringify(kept)) await vault.set(nameOf(tenantId), text);
      return changed;
    };
    const done = lastUpdate.then(update);
    lastUpdate = done.catch(() => undefined);
    return done;
  }

  // The key lies in the vault: what is written to the disk cannot be used to try out values.
  const hideWith =
    (key: Uint8Array): Hide =>
    (headers) =>
      mapHeaderValues(headers, (name, value) => {
        if (!isSecretValue(name, value) || isPlaceholder(value)) return value;
        const mark = `${hiddenMark}${createHmac('sha256', key).update(value).digest('hex').slice(0, 8)}`;
        known.set(mark, value);
        return mark;
      });

  async function openHider(tenantId: string): Promise<Hide> {
    const fresh = Buffer.from(parts.randomBytes(32)).toString('base64');
    try {
      const kept = await updateKept(tenantId, (all) =>
        all[keyName] === undefined ? { ...all, [keyName]: fresh } : all,
      );
      return hideWith(Buffer.from(kept[keyName] ?? fresh, 'base64'));
    } catch {
      // Without the keychain placeholders last for this session: no reason to show no webhooks.
      return hideWith(Buffer.from(fresh, 'base64'));
    }
  }

  return {
    hide: hideWith(parts.randomBytes(32)),

    hiderFor(tenantId) {
      const open = hiders.get(tenantId) ?? openHider(tenantId);
      hiders.set(tenantId, open);
      return open;
    },

    async reveal(tenantId, headers, present = '') {
      const marks = placeholdersIn(headers);
      const isMissing = marks.some((mark) => !known.has(mark));
      const kept = isMissing ? await readKept(tenantId) : {};
      const presentValues = headerValues(present);
      return mapHeaderValues(headers, (name, value) => {
        if (isBrokenPlaceholder(value)) throw failure('invalid-input', brokenWords(name));
        if (!isPlaceholder(value)) return value;
        const found = known.get(value) ?? findKept(kept, value) ?? presentValues.get(name.toLowerCase());
        if (found === undefined) throw failure('invalid-input', unknownWords(name));
        // Typed in a placeholder, and hidden again before anybody looked.
        if (isBrokenPlaceholder(found)) throw failure('invalid-input', brokenWords(name));
        return found;
      });
    },

    async keep(tenantId, headers) {
      const marks = headers.flatMap(placeholdersIn).filter((mark) => known.has(mark));
      if (marks.length === 0) return;
      await updateKept(tenantId, (kept) => ({
        ...kept,
        ...Object.fromEntries(marks.map((mark) => [mark, known.get(mark) ?? ''])),
      }));
    },

    async keepTyped(tenantId, targetId, headers) {
      const marks = headers.flatMap(placeholdersIn);
      if (marks.length === 0) return;
      const update = (kept: Kept): Kept => {
        const values = marks.flatMap((mark) => {
          const value = known.get(mark) ?? findKept(kept, mark);
          return value === undefined ? [] : [[mark, value] as const];
        });
        return withDraft(kept, targetId, Object.fromEntries(values));
      };
      await updateKept(tenantId, update).catch(() => undefined);
    },
  };
}

const whatOf = (name: string): string =>
  name === '' ? 'A line of the headers' : `The value of the header “${name}”`;

const unknownWords = (name: string): string =>
  `${whatOf(name)} is hidden and no longer known here. Enter it again.`;

const brokenWords = (name: string): string =>
  `${whatOf(name)} is hidden and was changed in part. Enter it whole.`;
