import { createHmac } from 'node:crypto';
import type { Settings } from '../../contract/applications/application-settings.ts';
import { hiddenMark, isBrokenPlaceholder, isPlaceholder } from '../../contract/values/placeholder.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Credential } from '../platform/secrets/stored-credentials.ts';
import { createStoredCredentials } from '../platform/secrets/stored-credentials.ts';
import { createPlaceholderKeys } from '../platform/secrets/placeholder-keys.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { isMasked, mapSecrets } from '../tenants/endpoints/record-secrets.ts';

type Members = Readonly<Record<string, unknown>>;

/** A record or settings with placeholders in the place of secrets; `••••` alone for one that the tenant masks. */
export type HideSecrets = (members: Members) => Settings;

/**
 * Puts placeholders in the place of the secrets of applications, and the secrets back. A placeholder shows whether two
 * secrets are the same and nothing else of them. It is bound to its tenant.
 */
export interface ApplicationSecrets {
  /** Hides what a tenant has: nothing of it is kept, for the tenant tells it again. */
  hiderFor(tenantId: string): Promise<HideSecrets>;
  /** Names the key of the tenant's placeholders, and tells nothing of it: another one where the vault did not keep it. */
  keyId(tenantId: string): Promise<string>;
  /** Hides what belongs to no tenant, so that the secrets of two tenants can be compared: what it hid is never revealed. */
  readonly hide: HideSecrets;
  /** As `hiderFor`, for what somebody typed: it is known in this session from then on. */
  hideTyped(tenantId: string, settings: Settings): Promise<Settings>;
  /**
   * Puts the secrets back. `live` is what the tenant has now, in clear: what is to stay is taken from there. A masked one
   * stays `••••`, which is never sent, and so does one that nobody knows any longer where `unknown` says so; otherwise that
   * throws `invalid-input`.
   */
  reveal(
    tenantId: string,
    settings: Settings,
    options: { readonly live?: Members | undefined; readonly unknown: 'refuse' | 'leave-out' },
  ): Promise<Settings>;
  /** Those placeholders that nobody here knows, by path. */
  unknownIn(tenantId: string, settings: Settings): Promise<readonly string[]>;
  /** Keeps secrets of the tenant, in clear, in the vault, so that an undo can bring them back. */
  keep(tenantId: string, live: Members): Promise<void>;
  /** Keeps typed ones, for an undo of the undo. */
  storeTyped(tenantId: string, settings: readonly Settings[]): Promise<void>;
  /** As `storeTyped`, for a draft, in the place of what was kept for it before. Without the keychain they last for this session. */
  storeDraft(tenantId: string, targetId: string, settings: readonly Settings[]): Promise<void>;
}

export function createApplicationSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): ApplicationSecrets {
  const kept = createStoredCredentials(parts.vault, 'application-secrets');
  const keys = createPlaceholderKeys(kept, parts.randomBytes);
  /** What stands for records that are still in use: one is shown, compared and kept several times. */
  const hidden = new WeakMap<Uint8Array, WeakMap<Members, Settings>>();
  /** Secrets typed in this session, by tenant and placeholder. */
  const typed = new Map<string, Map<string, string>>();

  async function valuesFor(
    tenantId: string,
    marks: readonly string[],
  ): Promise<(mark: string) => string | undefined> {
    const inSession = typed.get(tenantId);
    const isMissing = marks.some((mark) => inSession?.has(mark) !== true);
    const inVault = isMissing ? await kept.read(tenantId) : undefined;
    return (mark) => inSession?.get(mark) ?? inVault?.get(mark)?.value;
  }

  function rememberTyped(tenantId: string, mark: string, value: string): void {
    const ofTenant = typed.get(tenantId) ?? new Map<string, string>();
    typed.set(tenantId, ofTenant.set(mark, value));
  }

  async function credentialsOf(
    tenantId: string,
    settings: readonly Settings[],
  ): Promise<Map<string, Credential>> {
    const marks = settings.flatMap(marksIn);
    if (marks.length === 0) return new Map();
    const find = await valuesFor(tenantId, marks);
    return new Map(
      marks.flatMap((mark) => {
        const value = find(mark);
        return value === undefined ? [] : [[mark, { value, homes: [] }] as const];
      }),
    );
  }

  const keyOfNone = parts.randomBytes(32);

  return {
    hide: (members) => mapSecrets(members, (value) => placeholderOf(keyOfNone, value)),

    async hiderFor(tenantId) {
      const key = await keys.of(tenantId);
      const known = hidden.get(key) ?? new WeakMap<Members, Settings>();
      hidden.set(key, known);
      return (members) => {
        const settings = known.get(members) ?? mapSecrets(members, (value) => placeholderOf(key, value));
        known.set(members, settings);
        return settings;
      };
    },

    keyId: keys.idOf,

    async hideTyped(tenantId, settings) {
      const key = await keys.of(tenantId);
      return mapSecrets(settings, (value, _path, of) => {
        // A private key that was pasted is rejected: until then nothing may remember it.
        if (of === 'key' && !isPlaceholder(value)) return hiddenMark;
        const mark = placeholderOf(key, value);
        if (mark !== value && mark !== hiddenMark) rememberTyped(tenantId, mark, value);
        return mark;
      });
    },

    async reveal(tenantId, settings, { live, unknown }) {
      const marks = marksIn(settings);
      if (marks.length === 0) return checked(settings);
      const key = await keys.of(tenantId);
      const present = valuesIn(live ?? {}, key);
      const find = await valuesFor(
        tenantId,
        marks.filter((mark) => !present.has(mark)),
      );
      return revealSecrets(settings, (mark) => present.get(mark) ?? find(mark), unknown);
    },

    async unknownIn(tenantId, settings) {
      const find = await valuesFor(tenantId, marksIn(settings));
      const unknown: string[] = [];
      mapSecrets(settings, (value, path) => {
        if (value === hiddenMark || (isPlaceholder(value) && find(value) === undefined)) unknown.push(path);
        return value;
      });
      return unknown;
    },

    async keep(tenantId, live) {
      const key = await keys.of(tenantId);
      const found = new Map<string, Credential>();
      mapSecrets(live, (value, _path, of) => {
        if (of !== 'key' && !isMasked(value)) found.set(placeholderOf(key, value), { value, homes: [] });
        return value;
      });
      if (found.size > 0) await kept.add(tenantId, found);
    },

    async storeTyped(tenantId, settings) {
      const found = await credentialsOf(tenantId, settings);
      if (found.size > 0) await kept.add(tenantId, found);
    },

    async storeDraft(tenantId, targetId, settings) {
      const found = await credentialsOf(tenantId, settings);
      if (found.size > 0) await kept.setDraft(tenantId, targetId, () => found).catch(() => undefined);
    },
  };
}

/** Of a value that is a placeholder already: itself, so that nothing is hidden twice. */
function placeholderOf(key: Uint8Array, value: string): string {
  if (isMasked(value)) return hiddenMark;
  if (isPlaceholder(value) || isBrokenPlaceholder(value)) return value;
  return `${hiddenMark}${createHmac('sha256', key).update(value).digest('hex').slice(0, 8)}`;
}

/** The values that a tenant does not mask, by their placeholders. */
function valuesIn(live: Members, key: Uint8Array): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  mapSecrets(live, (value) => {
    if (!isMasked(value)) values.set(placeholderOf(key, value), value);
    return value;
  });
  return values;
}

/** Throws `invalid-input` for a placeholder that was changed, and for an unknown one unless it may be left out. */
function revealSecrets(
  settings: Settings,
  find: (mark: string) => string | undefined,
  unknown: 'refuse' | 'leave-out',
): Settings {
  return mapSecrets(settings, (value, path) => {
    if (value === hiddenMark) return value;
    if (isBrokenPlaceholder(value)) throw failure('invalid-input', malformedPlaceholderText(path));
    if (!isPlaceholder(value)) return value;
    const found = find(value);
    if (found === undefined && unknown === 'refuse')
      throw failure('invalid-input', unknownPlaceholderText(path));
    return found ?? hiddenMark;
  });
}

function marksIn(settings: Settings): readonly string[] {
  const marks: string[] = [];
  mapSecrets(settings, (value) => {
    if (isPlaceholder(value)) marks.push(value);
    return value;
  });
  return marks;
}

const checked = (settings: Settings): Settings =>
  mapSecrets(settings, (value, path) => {
    if (value !== hiddenMark && isBrokenPlaceholder(value))
      throw failure('invalid-input', malformedPlaceholderText(path));
    return value;
  });

const unknownPlaceholderText = (path: string): string =>
  `The value of ${path} is hidden and no longer known here. Enter it again.`;

const malformedPlaceholderText = (path: string): string =>
  `The value of ${path} is hidden and was changed in part. Enter it whole.`;
