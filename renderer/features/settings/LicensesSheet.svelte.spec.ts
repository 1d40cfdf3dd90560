import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { License } from '../../../contract/settings/licenses.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import SettingsWindow from '../../../test/component/SettingsWindow.svelte';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';

const zod: License = { name: 'zod', version: '4.0.0', license: 'MIT', text: 'Permission is hereby granted' };
const bare: License = { name: 'koa-compose', version: '4.1.0', license: '', text: '' };
const sheet = page.getByRole('dialog', { name: 'Third-party licenses' });
const button = page.getByRole('button', { name: 'Show licenses' });

async function open(list: () => Promise<License[]>, rest: readonly string[] = []) {
  const fake = fakeBrowserDesk({ 'licenses.list': list });
  await render(SettingsWindow, { desk: fake.desk, rest });
  return fake;
}

it('focuses About for the route settings/about', async () => {
  await open(async () => [], ['about']);
  await expect.element(page.getByRole('heading', { name: 'About' })).toHaveFocus();
});

it('lists packages and shows the license text when one is opened', async () => {
  const { calls } = await open(async () => [bare, zod]);
  expect(calls).not.toContain('licenses.list');
  await button.click();
  const text = sheet.getByText('Permission is hereby granted');
  await expect.element(text).not.toBeVisible();
  await sheet.getByText('zod').click();
  await expect.element(text).toBeVisible();
  await sheet.getByText('koa-compose').click();
  await expect.element(sheet.getByText('No license', { exact: true })).toBeVisible();
  await expect.element(sheet.getByText('This package contains no license text.')).toBeVisible();
});

it('finds packages by name and by license', async () => {
  await open(async () => [bare, zod]);
  await button.click();
  await sheet.getByPlaceholder('Package or license').fill('mit');
  await expect.element(sheet.getByText('koa-compose')).not.toBeInTheDocument();
  await expect.element(sheet.getByText('zod')).toBeVisible();
  await sheet.getByPlaceholder('Package or license').fill('nothing like it');
  await expect.element(sheet.getByText('No matching packages')).toBeVisible();
});

it('shows why the list can’t be loaded', async () => {
  const error = {
    code: 'not-found',
    message: 'The license list is missing from this build.',
    retryable: false,
    requestId: 'r',
  } as const;
  await open(() => Promise.reject(new DeskFailure(error)));
  await button.click();
  await expect.element(sheet.getByText(error.message)).toBeVisible();
});
