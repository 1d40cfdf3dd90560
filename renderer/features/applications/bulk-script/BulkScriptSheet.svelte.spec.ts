import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import BulkScriptWindow from '../../../../test/component/BulkScriptWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const review = page.getByRole('button', { name: 'Review…' });

it('blocks the review while scripts reload, and drops results for old versions', async () => {
  const requests: ChangeRequest[] = [];
  let script = 'old();';
  let gate: Promise<unknown> = Promise.resolve();
  const { desk } = fakeDesk({
    'scripts.get': async () => {
      await gate;
      return { data: { script, isModified: true }, fetchedAt: 1, source: 'tenant' };
    },
  });
  const applications = [{ id: 'payroll', name: 'Payroll' }];
  await render(BulkScriptWindow, {
    desk,
    applications,
    onreview: (request: ChangeRequest) => requests.push(request),
  });
  await page.getByRole('textbox', { name: 'Find' }).fill('old');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('new');
  await review.click();
  expect(requests).toHaveLength(1);

  // During the review a colleague adds a line, and the tenant responds slowly.
  script = 'old();\ntheirs();';
  const opened = Promise.withResolvers<undefined>();
  gate = opened.promise;
  (document.querySelector('main > button') as HTMLElement).click();
  await expect.element(page.getByRole('progressbar', { name: 'Loading scripts' })).toBeVisible();
  await expect.element(review).toBeDisabled();
  opened.resolve(undefined);
  await review.click();
  expect(requests.at(-1)).toMatchObject({
    edits: [{ base: { script: 'old();\ntheirs();' }, wanted: { script: 'new();\ntheirs();' } }],
  });
});
