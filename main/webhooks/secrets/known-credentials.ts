import { headerKey } from '../../../contract/values/header-secrecy.ts';
import { hiddenMark } from '../../../contract/values/placeholder.ts';
import type { ShownHeader } from '../../../contract/webhooks/webhooks.ts';
import type { Credential, CredentialLocation } from '../../platform/secrets/stored-credentials.ts';
import type { CredentialLocations } from './credential-locations.ts';
import { createCredentialLocations } from './credential-locations.ts';
import { mapHeaderValues } from './header-text.ts';
import { nameOf } from './marked-credentials.ts';

export interface KnownLocation {
  readonly location: CredentialLocation;
  readonly isDraft: boolean;
}

export interface KnownCredential {
  readonly value: string;
  readonly locations: CredentialLocations;
  /** For headers: the names under which it was read or typed, in lower case. */
  readonly headers: Set<string>;
}

/** The credentials that were read or typed in this session, by tenant and name of their placeholder. */
export interface KnownCredentials {
  remember(
    tenantId: string,
    name: string,
    value: string,
    at: { readonly known: KnownLocation | undefined; readonly header: string },
  ): void;
  find(tenantId: string, name: string): KnownCredential | undefined;
  /** IDs of the tenants that have any. */
  tenants(): readonly string[];
  /** As the vault stores it. */
  toStore(tenantId: string, name: string): Credential | undefined;
  /** See `WebhookSecrets.shown`. */
  shown(tenantId: string, headers: string, names: ReadonlySet<string>): readonly ShownHeader[];
  /** See `WebhookSecrets.withoutCredentials`. */
  withoutCredentials(tenantId: string, text: string): string;
}

/** Shorter values may be part of any word. */
const shortestQuoted = 5;
const markLength = hiddenMark.length + 8;

export function createKnownCredentials(): KnownCredentials {
  const known = new Map<string, Map<string, KnownCredential>>();

  return {
    remember(tenantId, name, value, { known: from, header }) {
      const ofTenant = known.get(tenantId) ?? new Map<string, KnownCredential>();
      known.set(tenantId, ofTenant);
      const credential = ofTenant.get(name) ?? {
        value,
        locations: createCredentialLocations(),
        headers: new Set(),
      };
      ofTenant.set(name, credential);
      credential.headers.add(headerKey(header));
      if (from !== undefined) credential.locations.add(from.location, from.isDraft);
    },
    find: (tenantId, name) => known.get(tenantId)?.get(name),
    tenants: () => [...known.keys()],
    toStore(tenantId, name) {
      const found = known.get(tenantId)?.get(name);
      return found === undefined ? undefined : { value: found.value, locations: found.locations.all() };
    },
    shown(tenantId, headers, names) {
      const found: ShownHeader[] = [];
      mapHeaderValues(headers, (header, placeholder) => {
        const name = headerKey(header);
        const credential = known.get(tenantId)?.get(nameOf('header', placeholder));
        if (names.has(name) && credential?.headers.has(name) === true)
          found.push({ name, placeholder, value: credential.value });
        return placeholder;
      });
      return found;
    },
    withoutCredentials(tenantId, text) {
      const values = [...(known.get(tenantId) ?? [])].map(([name, { value }]) => [value, name] as const);
      return values
        .filter(([value]) => value.length >= shortestQuoted)
        .toSorted(([one], [other]) => other.length - one.length)
        .reduce((text, [value, name]) => text.replaceAll(value, name.slice(-markLength)), text);
    },
  };
}
