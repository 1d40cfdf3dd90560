import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ChangeRequest } from '../../../../contract/changes/changes.ts';
import BulkScriptWindow from '../../../../test/component/BulkScriptWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const review = page.getByRole('button', { name: 'Review…' });

it('plans nothing on scripts that are being read anew, nor what was found in what they were', async () => {
  const asked: ChangeRequest[] = [];
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
    onreview: (request: ChangeRequest) => asked.push(request),
  });
  await page.getByRole('textbox', { name: 'Find' }).fill('old');
  await page.getByRole('textbox', { name: 'Replace by' }).fill('new');
  await review.click();
  expect(asked).toHaveLength(1);

  // While it was reviewed, a colleague has added a line; and the tenant takes its time to say so.
  script = 'old();\ntheirs();';
  const opened = Promise.withResolvers<undefined>();
  gate = opened.promise;
  (document.querySelector('main > button') as HTMLElement).click();
  await expect.element(page.getByRole('progressbar', { name: 'Reading the scripts' })).toBeVisible();
  await expect.element(review).toBeDisabled();
  opened.resolve(undefined);
  await review.click();
  expect(asked.at(-1)).toMatchObject({
    edits: [{ base: { script: 'old();\ntheirs();' }, wanted: { script: 'new();\ntheirs();' } }],
  });
});
