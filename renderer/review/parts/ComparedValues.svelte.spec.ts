import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ComparedValue } from '../../../languages/assertion/compare-results.ts';
import ComparedValues from './ComparedValues.svelte';

const row = (name: string, before: string, after: string): ComparedValue => ({
  ...{ name, before: [before], after: [after] },
  sign: before === after ? 'same' : 'changed',
});
const shared = { label: 'Assertion', noun: 'Attribute', was: 'Tenant', will: 'Draft', none: 'Nothing.' };
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((element) => element.textContent.trim());

it('shows changed rows first and folds unchanged ones', async () => {
  const rows = [row('Issuer', 'a', 'a'), row('Audience', 'a', 'b'), row('Subject', 'x', 'x')];
  await render(ComparedValues, { ...shared, rows, folds: true });
  expect(names()).toEqual(['Audience']);
  await page.getByRole('button', { name: 'Show 2 unchanged' }).click();
  expect(names()).toEqual(['Audience', 'Issuer', 'Subject']);
  await page.getByRole('button', { name: 'Hide 2 unchanged' }).click();
  expect(names()).toEqual(['Audience']);
});

it('shows everything that is sent while nothing has changed', async () => {
  await render(ComparedValues, { ...shared, rows: [row('Issuer', 'a', 'a')], folds: true });
  expect(names()).toEqual(['Issuer']);
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('breaks a long URL after separators only', async () => {
  const url = 'https://amplitude-saml30.acme.example/saml/metadata/of/the/tenant';
  await render(ComparedValues, { ...shared, rows: [row('Audience', 'urn:a', url)] });
  const cell = page.getByRole('cell').last().element();
  expect(cell.querySelectorAll('wbr').length).toBeGreaterThan(2);
  expect(cell.textContent.trim()).toBe(url);
});
