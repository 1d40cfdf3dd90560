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
import type {
  Credential,
  Credentials,
  CredentialLocation,
} from '../../platform/secrets/stored-credentials.ts';
import { createStoredCredentials } from '../../platform/secrets/stored-credentials.ts';
import { createPlaceholderKeys } from '../../platform/secrets/placeholder-keys.ts';
import type { CredentialLocations } from './credential-locations.ts';
import { createCredentialLocations } from './credential-locations.ts';
import type { Use, Guarded } from './marked-credentials.ts';
import type { KnownCredentials, KnownLocation } from './known-credentials.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { marksIn, nameOf } from './marked-credentials.ts';
import { originOf } from './origin-of.ts';

/** The owner of the credentials. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  /** True while typing: a value typed before with another URL doesn't belong there. */
  readonly isDraft?: boolean;
}

/**
 * Replaces credentials by placeholders, in headers and in the URL. The same value has the same
 * placeholder for the same tenant. `owner`: the webhook at whose URL they belong.
 */
export type Hide = <State extends Guarded>(state: State, owner?: Owner) => State;

/** A credential that a webhook would send. */
export interface UsedCredential {
  /** `The secret part of the URL` or `“Authorization”`. */
  readonly label: string;
  /** Where it belongs, preferably in the tenant that would send it; undefined when that isn't known. */
  readonly location: (CredentialLocation & { readonly tenantId: string }) | undefined;
  /** It is known in another tenant, too. */
  readonly isOfOthers: boolean;
  /** True when the tenant that would send it has it at this URL: in this webhook, or in any. */
  isAt(origin: string, webhookId?: string): boolean;
}

interface RevealOptions {
  /**
   * For a placeholder that is no longer known: an unchanged value of `base` stays as in the tenant,
   * and `present` is the tenant's current value, in clear text.
   */
  readonly unchanged?: { readonly base: Guarded; readonly present: Guarded };
  /** True when the user agreed to use what belongs to another tenant. */
  readonly ofAnyTenant?: boolean;
}

/**
 * Replaces credentials of webhooks by placeholders, and restores them. A placeholder reveals only whether
 * two values are equal. It is bound to its tenant, and knows to which webhook and URL
 * it belongs.
 */
export interface WebhookSecrets {
  /** Returns the function that hides the credentials of this tenant, with the same placeholders in every session. */
  hiderFor(tenantId: string): Promise<Hide>;
  /** An ID of the tenant's placeholder key that reveals nothing about it; it changes when the vault lost the key. */
  keyId(tenantId: string): Promise<string>;
  /** Hides credentials without a tenant, such as those of an opened file, for display. They can't be revealed. */
  readonly hide: Hide;
  /** Restores the values. Throws `invalid-input` naming the one that is unknown or was partly changed. */
  reveal(tenantId: string, guarded: Guarded, options?: RevealOptions): Promise<Guarded>;
  /**
   * The values of the headers in `names` (in lower case) that were read or typed in this
   * session under that very name: a placeholder moved to another name shows nothing.
   */
  shown(tenantId: string, headers: string, names: ReadonlySet<string>): readonly ShownHeader[];
  /** A message that may quote a credential used in this session, without it. */
  withoutCredentials(tenantId: string, text: string): string;
  /** The credentials behind the placeholders, including those of other tenants. */
  used(tenantId: string, guarded: Guarded): Promise<readonly UsedCredential[]>;
  /** Stores the values behind placeholders in the vault, so that an undo works after a restart, too. */
  keep(tenantId: string, guarded: readonly Guarded[]): Promise<void>;
  /**
   * Like `keep`, for a draft; replaces what was stored for it before, so that partly typed values don't accumulate. Without the
   * keychain they last for this session.
   */
  storeTyped(tenantId: string, targetId: string, guarded: readonly Guarded[]): Promise<void>;
}

const hashedAs = (use: Use, value: string): string => (use === 'header' ? value : `address\0${value}`);

export function createWebhookSecrets(parts: {
  readonly vault: SecretVault;
  readonly randomBytes: (size: number) => Uint8Array;
}): WebhookSecrets {
  const stored = createStoredCredentials(parts.vault, 'header-values');
  const known = createKnownCredentials();
  const hiders = new Map<string, Promise<Hide>>();
  const keys = createPlaceholderKeys(stored, parts.randomBytes);

  async function storedWhereMissing(tenantId: string, names: readonly string[]): Promise<Credentials> {
    const isMissing = names.some((name) => known.find(tenantId, name) === undefined);
    return isMissing ? await stored.read(tenantId) : new Map();
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
        return { label, ...locationsOf(known, tenantId, name, fromVault.get(name)?.locations) };
      });
    },

    async keep(tenantId, guarded) {
      const found = guarded.flatMap(namesIn).flatMap((name) => {
        const credential = known.toStore(tenantId, name);
        return credential === undefined ? [] : [[name, credential] as const];
      });
      if (found.length > 0) await stored.add(tenantId, new Map(found));
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
      await stored.setDraft(tenantId, targetId, choose).catch(() => undefined);
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
        known.remember(tenantId, nameOf(use, made), value, { known: own, header });
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

/** Where a credential belongs: as known in this session, and as stored in the vault. */
function locationsOf(
  known: KnownCredentials,
  tenantId: string,
  name: string,
  stored: Credential['locations'] | undefined,
): Omit<UsedCredential, 'label'> {
  const own = [
    known.find(tenantId, name)?.locations,
    stored === undefined ? undefined : createCredentialLocations(stored),
  ].filter((locations) => locations !== undefined);
  const ofOthers = known
    .tenants()
    .filter((id) => id !== tenantId)
    .flatMap((id) => locationIn(id, known.find(id, name)?.locations));
  return {
    location: own.flatMap((locations) => locationIn(tenantId, locations))[0] ?? ofOthers[0],
    isOfOthers: ofOthers.length > 0,
    isAt: (origin, webhookId) => own.some((locations) => locations.has(origin, webhookId)),
  };
}

function locationIn(tenantId: string, locations: CredentialLocations | undefined) {
  const location = locations?.first();
  return location === undefined ? [] : [{ ...location, tenantId }];
}

function locationOf({ id, name, isDraft = false }: Owner, url: string): KnownLocation {
  return { location: { webhookId: id, name, origin: originOf(url) }, isDraft };
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
  // A piece in the place of the host could redirect the call.
  if (originOf(url) !== '' && unknown.length === 0 && originOf(url) !== originOf(revealed))
    throw brokenAddress();
  if (unknown.length === 0) return revealed;
  if (unchanged?.base.url.trim() === url.trim()) return unchanged.present.url;
  throw failure(
    'invalid-input',
    'The secret part of the URL is hidden and no longer stored here. Enter the URL again.',
  );
}

const brokenAddress = () =>
  failure('invalid-input', 'The hidden part of the URL was partly changed. Enter the full URL.');

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
    // Typed into a placeholder and hidden again right away.
    if (isBrokenPlaceholder(found)) throw failure('invalid-input', malformedPlaceholderText(name));
    return found;
  });
}

const whatOf = (name: string): string =>
  name === '' ? 'A header line' : `The value of the header “${name}”`;

const unknownPlaceholderText = (name: string): string =>
  `${whatOf(name)} is hidden and no longer stored here. Enter it again.`;

const malformedPlaceholderText = (name: string): string =>
  `${whatOf(name)} is hidden and was partly changed. Enter the full value.`;
