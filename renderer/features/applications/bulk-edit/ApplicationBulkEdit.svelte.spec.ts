import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ApplicationDetail } from '../../../../contract/applications/applications.ts';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import { DeskFailure } from '../../../../contract/errors/desk-failure.ts';
import BulkEditWindow from '../../../../test/component/BulkEditWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const sheet = page.getByRole('dialog', { name: /^Edit \d applications$/ });
const picker = sheet.getByRole('combobox', { name: /Field to change|Another field/ });
const rows = sheet.getByRole('listbox', { name: 'Preview' }).getByRole('option');

const saml = { WebAppType: 'SAML', Audience: 'urn:payroll', Category: 'Finance' };
const records: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Payroll: saml,
  Concur: { ...saml, Audience: 'urn:concur', Category: 'Purchasing' },
  Portal: { WebAppType: 'OpenIDConnect', OAuthProfile: { Redirects: ['https://portal.example/cb'] } },
};

/** The last two have the same name. */
const nameOf = (id: string): string => (id === 'Wiki B' ? 'Wiki A' : id);

function detailOf(name: string): ApplicationDetail {
  return {
    ...{ id: name, name, description: '', type: 'Web', templateName: 'Generic', icon: '', ownScript: null },
    record: records[name] ?? {},
  };
}

async function open(names: readonly string[]): Promise<ChangeRequest[]> {
  const requests: ChangeRequest[] = [];
  const { desk } = fakeDesk({
    'applications.get': async ({ id }) => {
      if (id === 'Gone')
        throw new DeskFailure({
          code: 'not-found',
          message: 'This application no longer exists.',
          retryable: false,
          requestId: '1',
        });
      return { data: detailOf(id), fetchedAt: 1, source: 'tenant' };
    },
  });
  await render(BulkEditWindow, {
    desk,
    applications: names.map((name) => ({ id: name, name: nameOf(name), serviceName: name.toLowerCase() })),
    onreview: (request: ChangeRequest) => requests.push(request),
  });
  await expect.element(picker).toBeVisible();
  return requests;
}

async function choose(field: string): Promise<void> {
  await picker.fill(field);
  await page.getByRole('option', { name: field }).first().click();
}

it('names the applications that don’t have a setting, and changes the others', async () => {
  const requests = await open(['Payroll', 'Concur', 'Portal']);
  await choose('Category');
  await sheet.getByRole('combobox', { name: 'Category', exact: true }).fill('Finance');
  await userEvent.keyboard('{Tab}');
  await choose('Audience');
  await sheet.getByRole('textbox', { name: 'Audience' }).fill('urn:all');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(/Portal.*OpenID Connect applications don’t have this setting.*Changed in part/s);
  await expect.element(rows.nth(1)).toHaveTextContent(/Payroll.*urn:payroll → urn:all.*Changed/s);
  await expect.element(rows.nth(2)).toHaveTextContent(/Concur.*Category, Audience.*Changed/s);
  await sheet.getByRole('button', { name: 'Review…' }).click();
  const [request] = requests;
  expect(request).toMatchObject({
    from: 'edits',
    edits: [
      { targetId: 'Portal', wanted: { settings: { Category: 'Finance' } } },
      { targetId: 'Payroll', wanted: { settings: { Audience: 'urn:all' } } },
      { targetId: 'Concur', wanted: { settings: { Category: 'Finance', Audience: 'urn:all' } } },
    ],
  });
});

it('adds an entry to the list of each application that has one', async () => {
  const requests = await open(['Payroll', 'Portal']);
  await choose('Authorized redirect URLs');
  await sheet.getByRole('combobox', { name: 'Change to Authorized redirect URLs' }).click();
  await page.getByRole('option', { name: 'Add' }).click();
  await sheet.getByRole('textbox', { name: 'Authorized redirect URLs' }).fill('https://portal.example/new');
  await expect.element(rows.nth(1)).toHaveTextContent(/Portal.*portal.example\/new.*Changed/s);
  await sheet.getByRole('button', { name: 'Review…' }).click();
  expect(requests).toMatchObject([
    {
      edits: [
        {
          targetId: 'Portal',
          wanted: {
            settings: {
              OAuthProfile: { Redirects: ['https://portal.example/cb', 'https://portal.example/new'] },
            },
          },
        },
      ],
    },
  ]);
});

it('skips an application that couldn’t be loaded, and says why', async () => {
  await open(['Payroll', 'Gone']);
  await expect.element(sheet).toHaveTextContent('1 application couldn’t be loaded and won’t be changed');
  await expect.element(sheet).toHaveTextContent('This application no longer exists.');
});

it('keeps applications with the same name distinguishable in the preview', async () => {
  await open(['Wiki A', 'Wiki B', 'Payroll']);
  await choose('Description');
  await sheet.getByRole('textbox', { name: 'Description' }).fill('For all');
  await expect.element(rows.nth(0)).toHaveTextContent('Wiki A (wiki a)');
  await expect.element(rows.nth(1)).toHaveTextContent('Wiki A (wiki b)');
  await expect.element(rows.nth(2)).not.toHaveTextContent('(');
});
