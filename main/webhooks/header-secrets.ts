import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { failure } from '../platform/failure.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { headerValues, mapHeaderValues } from './header-text.ts';

const credentialName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|[-_])(token|api-?key|key|secret|password|passwd|auth|credentials?|signature)$/i;
const placeholder = /^••••[0-9a-f]{8}$/;

/** True for headers whose value lets someone in: it must not stand in plans, journals, drafts or caches. */
export function isCredentialHeader(name: string): boolean {
  return credentialName.test(name.trim());
}

/**
 * Puts placeholders in the place of credentials in header texts, and the credentials back. A placeholder shows
 * whether two values are the same and nothing else of them.
 */
export interface HeaderSecrets {
  /** Remembers the values for this session, whatever tenant or file they came from. */
  hide(headers: string): string;
  /**
   * Puts the values back. `present` is the header text that the tenant has now: a placeholder that is no longer
   * known stands for its value of the same header. Throws `invalid-input` naming the header otherwise.
   */
  reveal(tenantId: string, headers: string, present?: string): Promise<string>;
  /** Puts the values behind placeholders into the vault, so that an undo works after a restart too. */
  keep(tenantId: string, headers: readonly string[]): Promise<void>;
}

const keptSchema = z.record(z.string(), z.string());

export function createHeaderSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): HeaderSecrets {
  const { vault } = parts;
  // A key of this session: what is written to disk cannot be used to try out values.
  const key = parts.randomBytes(32);
  const known = new Map<string, string>();
  const nameOf = (tenantId: string) => ({ tenantId, kind: 'header-values' }) as const;

  async function readKept(tenantId: string): Promise<Record<string, string>> {
    const stored = await vault.get(nameOf(tenantId));
    return stored === undefined ? {} : keptSchema.parse(JSON.parse(stored));
  }

  return {
    hide: (headers) =>
      mapHeaderValues(headers, (name, value) => {
        if (!isCredentialHeader(name) || value.trim() === '' || placeholder.test(value.trim())) return value;
        const mark = `••••${createHmac('sha256', key).update(value).digest('hex').slice(0, 8)}`;
        known.set(mark, value);
        return mark;
      }),

    async reveal(tenantId, headers, present = '') {
      const marks = placeholdersIn(headers);
      const isMissing = marks.some((mark) => !known.has(mark));
      const kept = isMissing ? await readKept(tenantId) : {};
      const presentValues = headerValues(present);
      return mapHeaderValues(headers, (name, value) => {
        const mark = value.trim();
        if (!mark.startsWith('•')) return value;
        const found = known.get(mark) ?? kept[mark] ?? presentValues.get(name.trim().toLowerCase());
        if (found !== undefined) return found;
        throw failure(
          'invalid-input',
          `The value of the header “${name}” is hidden and no longer known here. Enter it again.`,
        );
      });
    },

    async keep(tenantId, headers) {
      const marks = headers.flatMap(placeholdersIn).filter((mark) => known.has(mark));
      if (marks.length === 0) return;
      const kept = await readKept(tenantId);
      const missing = marks.filter((mark) => kept[mark] === undefined);
      if (missing.length === 0) return;
      for (const mark of missing) kept[mark] = known.get(mark) ?? '';
      await vault.set(nameOf(tenantId), JSON.stringify(kept));
    },
  };
}

function placeholdersIn(headers: string): string[] {
  return [...headerValues(headers).values()].filter((value) => placeholder.test(value));
}
