import { expect, it } from 'vitest';
import { pageTitle } from './page-title.ts';

it('names the thing, its view and the tenant, the most particular first', () => {
  expect(pageTitle({ thing: 'Payroll', view: 'Applications', tenant: 'Acme Production' })).toBe(
    'Payroll · Applications · Acme Production — Tenant Desk',
  );
});

it('leaves out what is not there, or has no name yet', () => {
  expect(pageTitle({ thing: ' ', view: 'Drafts', tenant: undefined })).toBe('Drafts — Tenant Desk');
});
