import { describe, expect, it } from 'vitest';
import { deepLinkOf, linkedTenantOf } from './deep-link.ts';
import { parseDeepLink } from './parse-deep-link.ts';

const ofAcme = { scope: 'tenant', tenant: 'https://acme.example' } as const;

describe('a link', () => {
  it.each([
    { ...ofAcme, view: 'overview', rest: [] },
    { ...ofAcme, view: 'applications', rest: ['6f9c', 'script', '12'] },
    { ...ofAcme, tenant: 'Sandbox Staging', view: 'roles', rest: ['list', 'System Administrator'] },
    { ...ofAcme, tenant: 'Zürich & Söhne #1', view: 'webhooks', rest: ['a?b&c=d'] },
    { scope: 'global', view: 'settings', rest: ['keyboard'] },
  ] as const)('to $view leads back to it', (target) => {
    const link = deepLinkOf(target);
    expect(link).toMatch(/^tenant-desk:\/\/open\/[\x21-\x7e]+$/);
    expect(parseDeepLink(link ?? '')).toEqual({ ok: true, target });
  });

  it('names an embedded tenant by its name, because its URL is new at every start', () => {
    const profile = { baseUrl: 'http://127.0.0.1:4711', name: 'Sandbox Staging' };
    expect(linkedTenantOf({ ...profile, isSandbox: true })).toBe('Sandbox Staging');
    expect(linkedTenantOf({ ...profile, isSandbox: false })).toBe('http://127.0.0.1:4711');
  });

  it('may have the slash that Windows adds, and a scheme in capital letters', () => {
    expect(parseDeepLink('TENANT-DESK://open/drafts/')).toMatchObject({
      ok: true,
      target: { view: 'drafts' },
    });
  });

  it.each([
    { ...ofAcme, view: 'webhooks', rest: ['new'] },
    { ...ofAcme, view: 'applications', rest: ['a/b'] },
    { ...ofAcme, view: 'applications', rest: ['a', 'b', 'c', 'd'] },
    { ...ofAcme, view: 'applications', rest: ['é'.repeat(250), 'é'.repeat(250)] },
    { scope: 'global', view: 'tenants', rest: ['new'] },
  ] as const)('is not offered where it would be rejected: $view/$rest', (target) => {
    expect(deepLinkOf(target)).toBeUndefined();
  });
});
