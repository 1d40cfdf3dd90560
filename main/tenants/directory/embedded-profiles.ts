import { z } from 'zod';
import type { TenantColor, TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { TenantStore } from './tenant-store.ts';

const address = z.url({ protocol: /^https?$/ });

/** What the embedded tenants announce once they are ready. */
export const embeddedTenantsSchema = z.array(
  z.looseObject({
    /** Stays the same from start to start; the name stands in where there is none. */
    id: z.string().min(1).max(64).optional(),
    name: z.string().min(1).max(80),
    baseUrl: address,
    analyticsUrl: address,
    issuer: address,
    clientId: z.string().min(1).max(256),
    /** Of everybody there. It is kept in memory only, to make tickets with. */
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
 * Gives each embedded tenant a profile, and brings the addresses of those that have one up to date: their ports
 * may change from start to start. Names and colors stay as the person set them. Answers the tenants that are
 * new or moved.
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
      // Endpoints that were entered by hand are those of where it was: whatever listens there now is not this tenant.
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
