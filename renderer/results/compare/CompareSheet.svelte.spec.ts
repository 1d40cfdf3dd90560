import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import CompareWindow from '../../../test/component/CompareWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

const aTenant = (id: string, name: string): TenantProfile => ({
  ...{ id, name, color: 'teal', environment: 'sandbox', isSandbox: true, hasClientSecret: false },
  ...{ baseUrl: 'http://127.0.0.1:1', analyticsUrl: 'http://127.0.0.1:1', issuer: 'http://127.0.0.1:1' },
  ...{ clientId: 'desk', scopes: ['openid'], extraHeaders: {} },
});
const aResult = (id: string, changes: Partial<StoredResult> = {}): StoredResult => ({
  ...{ id, tenantId: 'acme', place: `tab ${id}`, text: 'SELECT 1', sentText: 'SELECT 1', startedAt: 1 },
  ...{ state: 'complete', rowCount: 5, fullCount: 5, tenantMs: 1, warnings: [], failure: null },
  columns: [{ name: 'ID', type: '' }],
  ...changes,
});
const current = aResult('current');
const yesterday = aResult('yesterday', { place: 'kept yesterday', name: 'Yesterday' });

interface Main extends Partial<Handlers> {
  readonly results?: readonly StoredResult[];
  readonly tenants?: readonly TenantProfile[];
}

async function show({ results = [current, yesterday], tenants = [aTenant('acme', 'Acme')], ...main }: Main) {
  let stored = [...results];
  const { desk, calls } = fakeDesk({
    'queries.tabs': async () => ({ tabs: [{ id: 'open', name: 'Roles' }], chosen: 'open' }),
    'results.comparables': async () => stored,
    'results.removeSnapshot': async ({ id }) => {
      stored = stored.filter((result) => result.id !== id);
    },
    ...main,
  });
  await render(CompareWindow, { desk, tenants, current });
  return { calls };
}

const list = (name: string) => page.getByRole('list', { name });
const button = (name: string) => page.getByRole('button', { name });

describe('what a result is compared with', () => {
  it('is a snapshot, an open query or the query on another tenant: not itself, and nothing in progress', async () => {
    await show({
      results: [
        ...[current, yesterday, aResult('open'), aResult('closed')],
        aResult('growing', { place: 'kept growing', name: 'Growing', state: 'running' }),
      ],
      tenants: [aTenant('acme', 'Acme'), aTenant('beta', 'Beta')],
    });
    await expect.element(list('Snapshots').getByRole('listitem')).toHaveTextContent(/^Yesterday/);
    await expect.element(list('Open queries').getByRole('listitem')).toHaveTextContent(/^Roles/);
    await expect
      .element(list('The same query on another tenant').getByRole('listitem'))
      .toHaveTextContent(/^Beta.*requires sign-in first/);
  });

  it('focuses the first option once all are known', async () => {
    await show({ tenants: [aTenant('acme', 'Acme'), aTenant('beta', 'Beta')] });
    await expect.element(button('Beta')).toBeVisible();
    await expect.element(button('Yesterday').first()).toHaveFocus();
  });

  it('shows an empty state with the next step', async () => {
    await show({ results: [current] });
    await expect.element(page.getByText('Nothing to compare with yet')).toBeVisible();
  });

  it('is removed after confirmation', async () => {
    const { calls } = await show({});
    await userEvent.click(button('Remove Yesterday'));
    expect(calls).not.toContain('results.removeSnapshot');
    await userEvent.click(button('Remove snapshot'));
    await expect.element(page.getByText('Nothing to compare with yet')).toBeVisible();
    expect(calls).toContain('results.removeSnapshot');
  });
});

describe('the rows of two results', () => {
  const common = { common: ['ID', 'Name'], onlyLeft: [], onlyRight: [] };
  const choose = async () => await userEvent.click(button('Yesterday').first());

  it('are not compared before a key is chosen, if none is unique', async () => {
    const keys: string[][] = [];
    const { calls } = await show({
      'results.comparable': async () => ({ ...common, guess: [] }),
      'results.compare': async ({ key }) => {
        keys.push(key);
        const shared = { keys: 1, rows: 2, examples: [['Ann']] };
        return { outcome: 'ambiguous', left: shared, right: { keys: 0, rows: 0, examples: [] } };
      },
    });
    await choose();
    await expect.element(page.getByText('Choose a key column')).toBeVisible();
    await expect.element(button('Compare').last()).toBeDisabled();
    expect(calls).not.toContain('results.compare');
    await userEvent.click(page.getByRole('combobox', { name: 'Add key column' }));
    await userEvent.click(page.getByRole('option', { name: 'Name' }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Name is not unique')).toBeVisible();
    await expect.element(page.getByText('Left: 2 rows share 1 value, for example Ann.')).toBeVisible();
    await expect.element(page.getByText(/^Right:/)).not.toBeInTheDocument();
    expect(keys).toEqual([['Name']]);
  });

  it('cannot be compared without common columns', async () => {
    await show({
      'results.comparable': async () => ({ common: [], onlyLeft: ['ID'], onlyRight: ['Name'], guess: [] }),
    });
    await choose();
    await expect.element(page.getByText('No columns in common')).toBeVisible();
  });

  it('can be compared with another result after a failure', async () => {
    await show({ 'results.comparable': async () => Promise.reject(new Error('The disk is gone.')) });
    await choose();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await userEvent.click(button('Choose another result'));
    await expect.element(button('Yesterday').first()).toHaveFocus();
  });
});
