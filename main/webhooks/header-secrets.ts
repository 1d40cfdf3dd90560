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
}

/** Remembers the values for this session. */
export type Hide = (headers: string) => string;

/** Values by placeholder, and the key of the placeholders under a name that no placeholder has. */
const keptSchema = z.record(z.string(), z.string());
const keyName = 'key';

export function createHeaderSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): HeaderSecrets {
  const { vault } = parts;
  const known = new Map<string, string>();
  const hiders = new Map<string, Promise<Hide>>();
  const nameOf = (tenantId: string) => ({ tenantId, kind: 'header-values' }) as const;

  async function readKept(tenantId: string): Promise<Record<string, string>> {
    const stored = await vault.get(nameOf(tenantId));
    return stored === undefined ? {} : keptSchema.parse(JSON.parse(stored));
  }

  // One after the other: each adds to what the others wrote.
  let lastUpdate: Promise<unknown> = Promise.resolve();
  function updateKept(
    tenantId: string,
    additionsTo: (kept: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const update = async () => {
      const kept = await readKept(tenantId);
      const additions = additionsTo(kept);
      const all = { ...kept, ...additions };
      if (Object.keys(additions).length > 0) await vault.set(nameOf(tenantId), JSON.stringify(all));
      return all;
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
      const kept = await updateKept(tenantId, (known) =>
        known[keyName] === undefined ? { [keyName]: fresh } : {},
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
        const found = known.get(value) ?? kept[value] ?? presentValues.get(name.toLowerCase());
        if (found === undefined) throw failure('invalid-input', unknownWords(name));
        // Typed in a placeholder, and hidden again before anybody looked.
        if (isBrokenPlaceholder(found)) throw failure('invalid-input', brokenWords(name));
        return found;
      });
    },

    async keep(tenantId, headers) {
      const marks = headers.flatMap(placeholdersIn).filter((mark) => known.has(mark));
      if (marks.length === 0) return;
      await updateKept(tenantId, (kept) =>
        Object.fromEntries(
          marks.filter((mark) => kept[mark] === undefined).map((mark) => [mark, known.get(mark) ?? '']),
        ),
      );
    },
  };
}

const whatOf = (name: string): string =>
  name === '' ? 'A line of the headers' : `The value of the header “${name}”`;

const unknownWords = (name: string): string =>
  `${whatOf(name)} is hidden and no longer known here. Enter it again.`;

const brokenWords = (name: string): string =>
  `${whatOf(name)} is hidden and was changed in part. Enter it whole.`;
