import { startReceiver } from '../../fakes/receiver.ts';
import { findInFolder } from '../../security/find-in-folder.ts';
import { expect, test } from '../desk-test.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';
import type { RunningDesk } from '../running-desk.ts';

test.setTimeout(180_000);

const headerSecret = 'typed-in-the-page-5d1a77';
const addressSecret = 'q8ZrVwXyLmNoPq7sTuAbCdEf';
const typed = {
  name: 'Typed in the page',
  url: `https://hooks.slack.com/services/T0/B0/${addressSecret}`,
  headers: `X-JWT: ${headerSecret}`,
};

const started: RunningDesk[] = [];
test.afterEach(() => Promise.all(started.map((desk) => desk.kill())));

test('a credential typed in the page is in no file of the profile: while typing, after a crash, after discarding', async ({
  page,
}) => {
  const profile = makeProfileFolder();
  /** A partial secret is as sensitive as the whole. */
  const found = () => findInFolder(profile.path, [headerSecret.slice(0, 14), addressSecret.slice(0, 12)]);
  const first = await startDesk(profile.path);
  started.push(first);
  const desk = new DeskPage(page);
  await desk.open(first.url);
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await desk.webhooks.begin(typed);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await (await desk.webhooks.headersAsText()).press('End');
  for (const key of '-and-more') {
    await page.keyboard.press(key);
    expect(found()).toEqual([]);
  }
  await first.kill();
  expect(found()).toEqual([]);

  const second = await startDesk(profile.path);
  started.push(second);
  await desk.open(second.url);
  await desk.goTo('Drafts');
  await page.getByRole('link', { name: typed.name, exact: true }).click();
  await desk.webhooks.openTab('Definition');
  await expect(desk.webhooks.url).toHaveValue(/^https:\/\/hooks\.slack\.com\/services\/••••[0-9a-f]{8}$/);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByText('Draft saved')).toBeHidden();
  expect(found()).toEqual([]);
  await second.stop();
  expect(found()).toEqual([]);
  expect(findInFolder(profile.path, ['hooks.slack.com'])).not.toEqual([]);
  profile.remove();
});

test('a hidden URL is revealed on request, and a stored credential is sent to another host only after confirmation', async ({
  desk,
  page,
}) => {
  const [oldReceiver, newReceiver] = [await startReceiver(), await startReceiver()];
  const url = `${oldReceiver.url}/hooks/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d`;
  const webhook = { name: 'Guarded', url, headers: 'X-Api-Key: opens-one-door', template: '{"a": 1}' };
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await desk.webhooks.draft(webhook);
  await desk.webhooks.reviewChange();
  await expect(desk.review.dialog).not.toContainText('9b1deb4d');
  await desk.review.dialog.getByRole('button', { name: 'Reveal' }).click();
  await expect(desk.review.dialog).toContainText(url);
  await desk.review.apply();

  await desk.webhooks.openTab('Definition');
  await expect(desk.webhooks.url).toHaveValue(/\/hooks\/••••[0-9a-f]{8}$/);
  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.getByText(url)).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText(url)).toBeHidden();

  const hidden = await desk.webhooks.url.inputValue();
  await desk.webhooks.url.fill(hidden.replace(oldReceiver.url, newReceiver.url));
  await desk.webhooks.sendTest();
  const question = page.getByRole('dialog', { name: /^Send a stored credential to / });
  await expect(question).toContainText('The secret part of the URL and “X-Api-Key” belong to “Guarded”');
  await expect(question).toContainText(oldReceiver.url);
  await expect(question).toContainText(newReceiver.url);
  await question.getByRole('button', { name: /^Cancel/ }).click();
  expect(newReceiver.requests).toEqual([]);

  await desk.webhooks.reviewChange();
  await expect(desk.review.dialog).toContainText('“X-Api-Key” are credentials of “Guarded”');
  await desk.review.cancel();

  await desk.webhooks.sendTest();
  await question.getByRole('button', { name: /^Send to / }).click();
  await expect(page.getByText('The tenant reached the URL: status 200')).toBeVisible();
  const [request] = newReceiver.requests;
  expect(request?.headers['x-api-key']).toBe('opens-one-door');
  await oldReceiver.stop();
  await newReceiver.stop();
});
