import { describe, expect, it } from 'vitest';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { chooseTenant, tenantSlug } from './choose-tenant.ts';

function aTenant(id: string, name: string, baseUrl: string): TenantProfile {
  return {
    ...{ id, name, baseUrl, analyticsUrl: `${baseUrl}/analytics`, issuer: baseUrl },
    ...{ color: 'teal', environment: 'staging', clientId: 'desk', scopes: [], extraHeaders: {} },
    ...{ hasClientSecret: false, isSandbox: false },
  };
}

const staging = aTenant('1', 'Acme Staging', 'https://staging.acme.example');
const production = aTenant('2', 'Acme Production', 'https://acme.example');
const both = [staging, production];

describe('choosing a tenant', () => {
  it.each([
    ['2'],
    ['Acme Production'],
    ['acme production'],
    ['acme-production'],
    ['https://acme.example'],
    ['https://ACME.example/'],
  ])('finds %s', (wanted) => {
    expect(chooseTenant(both, wanted)).toBe(production);
  });

  it('takes the only one where none is named', () => {
    expect(chooseTenant([staging], undefined)).toBe(staging);
  });

  it('names those there are where none, an unknown or an ambiguous one is named', () => {
    const messageOf = (wanted: string | undefined, tenants = both): string => {
      try {
        return chooseTenant(tenants, wanted).name;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    expect(messageOf(undefined)).toBe('Name the tenant with --tenant: Acme Staging, Acme Production.');
    expect(messageOf('acme')).toBe('There is no tenant acme. There are: Acme Staging, Acme Production.');
    expect(messageOf(undefined, [])).toContain('There is no tenant yet.');
    const twin = aTenant('3', 'acme staging', 'https://other.example');
    expect(messageOf('Acme Staging', [...both, twin])).toContain('Name one by ID: 1, 3.');
  });

  it('has a word for every name that no shell has to quote', () => {
    expect(['Acme Production', ' EU (new) ', 'Köln & Co.'].map(tenantSlug)).toEqual([
      'Acme-Production',
      'EU-new',
      'Köln-Co.',
    ]);
  });
});
