import { describe, expect, it } from 'vitest';
import { placeOfLink } from './place-of-link.ts';

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example' };
const other = { id: 'other', name: 'ACME', baseUrl: 'https://other.example/base' };
const link = (tenant: string) => ({ scope: 'tenant', tenant, view: 'roles', rest: [] }) as const;
const opened = (tenant: string) => placeOfLink(link(tenant), [acme, other]);

describe('the tenant of a link', () => {
  it('is the one with this URL, however it is written', () => {
    expect(opened('HTTPS://acme.EXAMPLE:443/')).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'roles',
      rest: [],
    });
    expect(opened('https://other.example/base/')).toMatchObject({ tenantId: 'other' });
  });

  it('is the one with exactly this name, before one with other capital letters', () => {
    expect(opened('ACME')).toMatchObject({ tenantId: 'other' });
    expect(placeOfLink(link('acme'), [acme])).toMatchObject({ tenantId: 'acme' });
  });

  it('is not guessed', () => {
    expect(() => opened('acme')).toThrow('Several of your tenants match acme.');
    expect(() => opened('Globex')).toThrow(
      'Globex isn’t one of your tenants. Add it, then open the link again.',
    );
    expect(() => opened('https://acme.example.evil')).toThrow('isn’t one of your tenants');
    expect(() => opened('https://acme.example/other')).toThrow('isn’t one of your tenants');
  });
});
