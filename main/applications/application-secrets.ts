import { createHmac } from 'node:crypto';
import type { Settings } from '../../contract/applications/application-settings.ts';
import { hiddenMark, isBrokenPlaceholder, isPlaceholder } from '../../contract/values/placeholder.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Credential } from '../platform/secrets/stored-credentials.ts';
import { createStoredCredentials } from '../platform/secrets/stored-credentials.ts';
import { createPlaceholderKeys } from '../platform/secrets/placeholder-keys.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { isMasked, mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import { createKnownSecrets, marksIn } from './known-secrets.ts';

type Members = Readonly<Record<string, unknown>>;

/** A record or settings with placeholders instead of secrets; `••••` alone for one that the tenant masks. */
export type HideSecrets = (members: Members) => Settings;

/**
 * Replaces the secrets of applications by placeholders, and restores them. A placeholder reveals only whether two secrets
 * are equal. It is bound to its tenant.
 */
export interface ApplicationSecrets {
  /** Hides the secrets of a tenant. Nothing is stored, since the tenant returns them again. */
  hiderFor(tenantId: string): Promise<HideSecrets>;
  /** An ID of the tenant's placeholder key that reveals nothing about it; it changes when the vault lost the key. */
  keyId(tenantId: string): Promise<string>;
  /** Hides secrets without a tenant, so that the secrets of two tenants can be compared. They can't be revealed. */
  readonly hide: HideSecrets;
  /** Like `hiderFor`, for typed secrets: these are known for the rest of the session. */
  hideTyped(tenantId: string, settings: Settings): Promise<Settings>;
  /**
   * Restores the secrets. `live` is the tenant's current value in clear text: unchanged secrets are taken from it. A masked one
   * stays `••••`, which is never sent, and so does an unknown one when `unknown` allows it; otherwise that
   * throws `invalid-input`.
   */
  reveal(
    tenantId: string,
    settings: Settings,
    options: { readonly live?: Members | undefined; readonly unknown: 'refuse' | 'leave-out' },
  ): Promise<Settings>;
  /** Paths of placeholders whose value is unknown here. */
  unknownIn(tenantId: string, settings: Settings): Promise<readonly string[]>;
  /** Stores secrets of the tenant, given in clear text, in the vault, so that an undo can restore them. */
  keep(tenantId: string, live: Members): Promise<void>;
  /** Stores typed ones, so that an undo can be undone. */
  storeTyped(tenantId: string, settings: readonly Settings[]): Promise<void>;
  /** Like `storeTyped`, for a draft; replaces what was stored for it before. Without the keychain they last for this session. */
  storeDraft(tenantId: string, targetId: string, settings: readonly Settings[]): Promise<void>;
}

export function createApplicationSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): ApplicationSecrets {
  const vaultStore = createStoredCredentials(parts.vault, 'application-secrets');
  const keys = createPlaceholderKeys(vaultStore, parts.randomBytes);
  const known = createKnownSecrets(vaultStore);
  // Caches the result for records that are still in use: each is shown, compared and stored several times.
  const hidden = new WeakMap<Uint8Array, WeakMap<Members, Settings>>();
  const keyOfNone = parts.randomBytes(32);

  return {
    hide: (members) => mapSecrets(members, (value) => placeholderOf(keyOfNone, value)),

    async hiderFor(tenantId) {
      const key = await keys.of(tenantId);
      const hiddenWithKey = hidden.get(key) ?? new WeakMap<Members, Settings>();
      hidden.set(key, hiddenWithKey);
      return (members) => {
        const settings =
          hiddenWithKey.get(members) ?? mapSecrets(members, (value) => placeholderOf(key, value));
        hiddenWithKey.set(members, settings);
        return settings;
      };
    },

    keyId: keys.idOf,

    async hideTyped(tenantId, settings) {
      const key = await keys.of(tenantId);
      return mapSecrets(settings, (value, _path, of) => {
        // A pasted private key is rejected; until then nothing may store it.
        if (of === 'key' && !isPlaceholder(value)) return hiddenMark;
        const mark = placeholderOf(key, value);
        if (mark !== value && mark !== hiddenMark) known.rememberTyped(tenantId, mark, value);
        return mark;
      });
    },

    async reveal(tenantId, settings, { live, unknown }) {
      const marks = marksIn(settings);
      if (marks.length === 0) return checked(settings);
      const key = await keys.of(tenantId);
      const present = valuesIn(live ?? {}, key);
      const find = await known.valuesFor(
        tenantId,
        marks.filter((mark) => !present.has(mark)),
      );
      return revealSecrets(settings, (mark) => present.get(mark) ?? find(mark), unknown);
    },

    async unknownIn(tenantId, settings) {
      const find = await known.valuesFor(tenantId, marksIn(settings));
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
        if (of !== 'key' && !isMasked(value)) found.set(placeholderOf(key, value), { value, locations: [] });
        return value;
      });
      if (found.size > 0) await vaultStore.add(tenantId, found);
    },

    async storeTyped(tenantId, settings) {
      const found = await known.credentialsOf(tenantId, settings);
      if (found.size > 0) await vaultStore.add(tenantId, found);
    },

    async storeDraft(tenantId, targetId, settings) {
      const found = await known.credentialsOf(tenantId, settings);
      if (found.size > 0) await vaultStore.setDraft(tenantId, targetId, () => found).catch(() => undefined);
    },
  };
}

/** A value that is a placeholder already stays as it is, so that nothing is hidden twice. */
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

/** Throws `invalid-input` for a modified placeholder, and for an unknown one unless `leave-out`. */
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

const checked = (settings: Settings): Settings =>
  mapSecrets(settings, (value, path) => {
    if (value !== hiddenMark && isBrokenPlaceholder(value))
      throw failure('invalid-input', malformedPlaceholderText(path));
    return value;
  });

const unknownPlaceholderText = (path: string): string =>
  `The value of ${path} is hidden and no longer stored here. Enter it again.`;

const malformedPlaceholderText = (path: string): string =>
  `The hidden value of ${path} was partly changed. Enter the full value.`;
