import { expect, it } from 'vitest';
import { pageTitle } from './page-title.ts';

it('names the item, its view and the tenant, most specific first', () => {
  expect(pageTitle({ item: 'Payroll', view: 'Applications', tenant: 'Acme Production' })).toBe(
    'Payroll · Applications · Acme Production — Tenant Desk',
  );
});

it('skips parts that are missing or have no name yet', () => {
  expect(pageTitle({ item: ' ', view: 'Drafts', tenant: undefined })).toBe('Drafts — Tenant Desk');
});
