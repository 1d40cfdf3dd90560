import { z } from 'zod';
import type { TenantColor, TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { TenantStore } from './tenant-store.ts';

const address = z.url({ protocol: /^https?$/ });

/** Announcement of the embedded tenants when they are ready. */
export const embeddedTenantsSchema = z.array(
  z.looseObject({
    /** Stable across restarts; defaults to the name. */
    id: z.string().min(1).max(64).optional(),
    name: z.string().min(1).max(80),
    baseUrl: address,
    analyticsUrl: address,
    issuer: address,
    clientId: z.string().min(1).max(256),
    /** Password of all users. Only held in memory, to create sign-in tickets. */
    password: z.string().min(1).max(256).optional(),
  }),
);

export type EmbeddedTenants = z.infer<typeof embeddedTenantsSchema>;

export interface EmbeddedChange {
  readonly id: string;
  readonly change: 'added' | 'moved';
}

const colors: readonly [TenantColor, ...TenantColor[]] = ['teal', 'amber', 'violet'];

/**
 * Creates a profile for each new embedded tenant, and updates the URLs of known ones: their ports may change at each start. Keeps
 * names and colors set by the user. Returns the new and moved tenants.
 */
export function adoptEmbeddedTenants(
  store: TenantStore,
  announced: EmbeddedTenants,
  newId: () => string,
): readonly EmbeddedChange[] {
  return announced.flatMap<EmbeddedChange>(
    ({ id: embeddedId, name, baseUrl, analyticsUrl, issuer, clientId }, index) => {
      const key = embeddedId ?? name;
      const known = store.findEmbedded(key);
      const addresses = { baseUrl, analyticsUrl, issuer, clientId };
      if (known === undefined) {
        const id = newId();
        const color = colors[index % colors.length] ?? colors[0];
        store.insert({ ...freshProfile(id, name, color), ...addresses }, key);
        return [{ id, change: 'added' }];
      }
      const moved = { ...known, ...addresses };
      if (JSON.stringify(moved) === JSON.stringify(known)) return [];
      // Manually entered endpoints refer to the old port, where another program may be listening now.
      const { endpoints: _endpoints, ...rest } = moved;
      store.replace(rest);
      return [{ id: known.id, change: 'moved' }];
    },
  );
}

function freshProfile(
  id: string,
  name: string,
  color: TenantColor,
): Omit<TenantProfile, 'baseUrl' | 'analyticsUrl' | 'issuer' | 'clientId'> {
  return {
    id,
    name,
    color,
    environment: 'sandbox',
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: true,
  };
}
