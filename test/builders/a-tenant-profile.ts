import type { TenantProfile } from '../../contract/tenants/tenants.ts';

/** A staging tenant that isn't embedded, with these changes. */
export function aTenantProfile(changes: Partial<TenantProfile> = {}): TenantProfile {
  return {
    id: 'acme',
    name: 'Acme',
    color: 'teal',
    environment: 'staging',
    baseUrl: 'https://acme.example',
    analyticsUrl: 'https://acme.example/analytics/services/v1.0',
    issuer: 'https://acme.example',
    clientId: 'desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: false,
    ...changes,
  };
}
