import { createHmac } from 'node:crypto';
import type { ShownHeader } from '../../../contract/webhooks/webhooks.ts';
import {
  holdsMark,
  hiddenMark,
  isBrokenPlaceholder,
  isPlaceholder,
} from '../../../contract/values/placeholder.ts';
import { failure } from '../../platform/errors/failure.ts';
import { mapMarkedPieces, mapSecretParts } from '../../platform/secrets/secret-address.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import { headerValues, isSecretValue, mapHeaderValues } from './header-text.ts';
import type { Credential, Credentials, Home } from '../../platform/secrets/stored-credentials.ts';
import { createStoredCredentials } from '../../platform/secrets/stored-credentials.ts';
import { createPlaceholderKeys } from '../../platform/secrets/placeholder-keys.ts';
import type { CredentialLocations } from './credential-locations.ts';
import { createCredentialLocations } from './credential-locations.ts';
import type { Use, Guarded } from './marked-credentials.ts';
import type { KnownCredentials, KnownHome } from './known-credentials.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { marksIn, nameOf } from './marked-credentials.ts';
import { originOf } from './origin-of.ts';

/** Whose credentials they are. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  /** True for what is being typed: what was typed before with another address is no home of it. */
  readonly isDraft?: boolean;
}

/**
 * Puts placeholders in the place of credentials, in headers and in the address. The same value has the same
 * placeholder for the same tenant. `owner`: the webhook at whose address they are at home.
 */
export type Hide = <State extends Guarded>(state: State, owner?: Owner) => State;

/** A credential that a webhook would send. */
export interface UsedCredential {
  /** `The secret part of the address` or `“Authorization”`. */
  readonly label: string;
  /** Where it is known to belong, of the tenant that would send it if it belongs there; undefined where that is not known. */
  readonly home: (Home & { readonly tenantId: string }) | undefined;
  /** It is known of another tenant, too. */
  readonly isOfOthers: boolean;
  /** True where the tenant that would send it has it at this address: in this webhook, or in any. */
  isAt(origin: string, webhookId?: string): boolean;
}

interface RevealOptions {
  /**
   * Where a placeholder is that is no longer known: what stands in `base` unchanged is meant to stay as the tenant
   * has it, and `present` is what it has, in clear.
   */
  readonly unchanged?: { readonly base: Guarded; readonly present: Guarded };
  /** True where a person agreed to use what belongs to another tenant. */
  readonly ofAnyTenant?: boolean;
}

/**
 * Puts placeholders in the place of credentials of webhooks, and the credentials back. A placeholder shows whether
 * two values are the same and nothing else of them. It is bound to its tenant, and knows at which webhook and address
 * it is at home.
 */
export interface WebhookSecrets {
  /** Answers what hides the credentials of this tenant, in every session with the same placeholders. */
  hiderFor(tenantId: string): Promise<Hide>;
  /** Names the key of the tenant's placeholders, and tells nothing of it: another one where the vault did not keep it. */
  keyId(tenantId: string): Promise<string>;
  /** Hides what belongs to no tenant, such as an opened file: for showing. What it hid is never revealed. */
  readonly hide: Hide;
  /** Puts the values back. Throws `invalid-input` naming the one that is not known or was changed in part. */
  reveal(tenantId: string, guarded: Guarded, options?: RevealOptions): Promise<Guarded>;
  /**
   * The values of those headers whose names are in `names` (in lower case), where they were read or typed in this
   * session under that very name: a placeholder that was put behind another name shows nothing.
   */
  shown(tenantId: string, headers: string, names: ReadonlySet<string>): readonly ShownHeader[];
  /** Words in which a credential of the tenant that was used in this session may be quoted, without it. */
  withoutCredentials(tenantId: string, words: string): string;
  /** The credentials behind the placeholders, of other tenants, too. */
  used(tenantId: string, guarded: Guarded): Promise<readonly UsedCredential[]>;
  /** Puts the values behind placeholders into the vault, so that an undo works after a restart too. */
  keep(tenantId: string, guarded: readonly Guarded[]): Promise<void>;
  /**
   * As `keep`, for a draft, in the place of what was kept for it before: half-typed values do not pile up. Without the
   * keychain they last for this session.
   */
  storeTyped(tenantId: string, targetId: string, guarded: readonly Guarded[]): Promise<void>;
}

const hashedAs = (use: Use, value: string): string => (use === 'header' ? value : `address\0${value}`);

export function createWebhookSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): WebhookSecrets {
  const kept = createStoredCredentials(parts.vault, 'header-values');
  const known = createKnownCredentials();
  const hiders = new Map<string, Promise<Hide>>();
  const keys = createPlaceholderKeys(kept, parts.randomBytes);

  async function storedWhereMissing(tenantId: string, names: readonly string[]): Promise<Credentials> {
    const isMissing = names.some((name) => known.find(tenantId, name) === undefined);
    return isMissing ? await kept.read(tenantId) : new Map();
  }

  return {
    hide: hideWith(parts.randomBytes(32)),

    hiderFor(tenantId) {
      const open =
        hiders.get(tenantId) ?? keys.of(tenantId).then((key) => hideWith(key, { tenantId, known }));
      hiders.set(tenantId, open);
      return open;
    },

    keyId: keys.idOf,

    async reveal(tenantId, guarded, { unchanged, ofAnyTenant = false } = {}) {
      const fromVault = await storedWhereMissing(tenantId, namesIn(guarded));
      const others = ofAnyTenant ? known.tenants() : [];
      const find = (use: Use, mark: string): string | undefined => {
        const name = nameOf(use, mark);
        const found = [tenantId, ...others]
          .map((id) => known.find(id, name))
          .find((each) => each !== undefined);
        return found?.value ?? fromVault.get(name)?.value;
      };
      return {
        url: revealAddress(guarded.url, find, unchanged),
        headers: revealHeaders(guarded.headers, find, unchanged),
      };
    },

    shown: known.shown,
    withoutCredentials: known.withoutCredentials,

    async used(tenantId, guarded) {
      const fromVault = await storedWhereMissing(tenantId, namesIn(guarded));
      return marksIn(guarded).map(({ use, mark, label }) => {
        const name = nameOf(use, mark);
        return { label, ...homesOf(known, tenantId, name, fromVault.get(name)?.homes) };
      });
    },

    async keep(tenantId, guarded) {
      const found = guarded.flatMap(namesIn).flatMap((name) => {
        const credential = known.toStore(tenantId, name);
        return credential === undefined ? [] : [[name, credential] as const];
      });
      if (found.length > 0) await kept.add(tenantId, new Map(found));
    },

    async storeTyped(tenantId, targetId, guarded) {
      const names = guarded.flatMap(namesIn);
      if (names.length === 0) return;
      const choose = (all: Credentials): Credentials =>
        new Map(
          names.flatMap((name) => {
            const credential = known.toStore(tenantId, name) ?? all.get(name);
            return credential === undefined ? [] : [[name, credential] as const];
          }),
        );
      await kept.setDraft(tenantId, targetId, choose).catch(() => undefined);
    },
  };
}

const namesIn = (guarded: Guarded): readonly string[] =>
  marksIn(guarded).map(({ use, mark }) => nameOf(use, mark));

function hideWith(
  key: Uint8Array,
  remembering?: { readonly tenantId: string; readonly known: KnownCredentials },
): Hide {
  return (state, owner) => {
    const own = owner === undefined ? undefined : locationOf(owner, state.url);
    const mark = (use: Use, value: string, header = ''): string => {
      const digest = createHmac('sha256', key).update(hashedAs(use, value)).digest('hex');
      const made = `${hiddenMark}${digest.slice(0, 8)}`;
      if (remembering !== undefined) {
        const { tenantId, known } = remembering;
        known.remember(tenantId, nameOf(use, made), value, { home: own, header });
      }
      return made;
    };
    return {
      ...state,
      url: mapSecretParts(state.url, (value) => mark('address', value)),
      headers: mapHeaderValues(state.headers, (name, value) =>
        !isSecretValue(name, value) || isPlaceholder(value) ? value : mark('header', value, name),
      ),
    };
  };
}

/** Where a credential is at home: as remembered in this session, and as stored in the vault. */
function homesOf(
  known: KnownCredentials,
  tenantId: string,
  name: string,
  stored: Credential['homes'] | undefined,
): Omit<UsedCredential, 'label'> {
  const own = [
    known.find(tenantId, name)?.homes,
    stored === undefined ? undefined : createCredentialLocations(stored),
  ].filter((homes) => homes !== undefined);
  const ofOthers = known
    .tenants()
    .filter((id) => id !== tenantId)
    .flatMap((id) => locationIn(id, known.find(id, name)?.homes));
  return {
    home: own.flatMap((homes) => locationIn(tenantId, homes))[0] ?? ofOthers[0],
    isOfOthers: ofOthers.length > 0,
    isAt: (origin, webhookId) => own.some((homes) => homes.has(origin, webhookId)),
  };
}

function locationIn(tenantId: string, homes: CredentialLocations | undefined) {
  const home = homes?.first();
  return home === undefined ? [] : [{ ...home, tenantId }];
}

function locationOf({ id, name, isDraft = false }: Owner, url: string): KnownHome {
  return { home: { webhookId: id, name, origin: originOf(url) }, isDraft };
}

type Find = (use: Use, mark: string) => string | undefined;

function revealAddress(url: string, find: Find, unchanged: RevealOptions['unchanged']): string {
  const unknown: string[] = [];
  const revealed = mapMarkedPieces(url, (piece) => {
    if (!isPlaceholder(piece)) throw brokenAddress();
    const found = find('address', piece);
    if (found !== undefined && holdsMark(found)) throw brokenAddress();
    if (found === undefined) unknown.push(piece);
    return found ?? piece;
  });
  // Put where the host stands, a piece would say itself where the call goes.
  if (originOf(url) !== '' && unknown.length === 0 && originOf(url) !== originOf(revealed))
    throw brokenAddress();
  if (unknown.length === 0) return revealed;
  if (unchanged?.base.url.trim() === url.trim()) return unchanged.present.url;
  throw failure(
    'invalid-input',
    'The secret part of the address is hidden and no longer known here. Enter the address again.',
  );
}

const brokenAddress = () =>
  failure(
    'invalid-input',
    'The secret part of the address is hidden and was changed in part. Enter the address whole.',
  );

function revealHeaders(headers: string, find: Find, unchanged: RevealOptions['unchanged']): string {
  const baseValues = headerValues(unchanged?.base.headers ?? '');
  const presentValues = headerValues(unchanged?.present.headers ?? '');
  return mapHeaderValues(headers, (name, value) => {
    if (isBrokenPlaceholder(value)) throw failure('invalid-input', malformedPlaceholderText(name));
    if (!isPlaceholder(value)) return value;
    const key = name.toLowerCase();
    const found =
      find('header', value) ?? (baseValues.get(key) === value ? presentValues.get(key) : undefined);
    if (found === undefined) throw failure('invalid-input', unknownPlaceholderText(name));
    // Typed in a placeholder, and hidden again before anybody looked.
    if (isBrokenPlaceholder(found)) throw failure('invalid-input', malformedPlaceholderText(name));
    return found;
  });
}

const whatOf = (name: string): string =>
  name === '' ? 'A line of the headers' : `The value of the header “${name}”`;

const unknownPlaceholderText = (name: string): string =>
  `${whatOf(name)} is hidden and no longer known here. Enter it again.`;

const malformedPlaceholderText = (name: string): string =>
  `${whatOf(name)} is hidden and was changed in part. Enter it whole.`;
