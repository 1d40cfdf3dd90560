import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ApplicationDetail } from '../../../../contract/applications/applications.ts';
import { DeskFailure } from '../../../../contract/errors/desk-failure.ts';
import { aPlan } from '../../../../test/component/plans.ts';
import SummaryWindow from '../../../../test/component/SummaryWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';

const application: ApplicationDetail = {
  id: 'payroll',
  name: 'Payroll',
  description: '',
  type: 'Web - SAML',
  templateName: 'Generic SAML',
  icon: '',
  ownScript: "setAttribute('a', 'b');\nsetAttribute('c', 'd');\n",
  record: {},
};
const panel = (name: string) => page.getByRole('region', { name });
const day = 86_400_000;
const used = {
  users: 12,
  days: Array.from({ length: 14 }, (_, index) => ({ from: index * day, launches: index })),
};

async function open(
  props: {
    readonly roleCount?: number;
    readonly roleChanges?: number;
    readonly usage?: () => Promise<typeof used>;
  } = {},
) {
  const { usage = async () => used, ...given } = props;
  const onopen = vi.fn<(tab: string) => void>();
  const { desk, calls } = fakeDesk({
    'overview.applicationUsage': async () => ({ data: await usage(), fetchedAt: 1, source: 'tenant' }),
    'history.list': async () => [
      { isReadable: true, plan: aPlan({ title: 'Replace script of Payroll', appliedAt: Date.now() }) },
    ],
  });
  await render(SummaryWindow, {
    ...{ desk, application, roleCount: 3, roleChanges: 0, hasScriptDraft: false, onopen },
    ...given,
  });
  return { onopen, calls };
}

it('shows roles, script, launches and own changes of an application, each with the way to it', async () => {
  const { onopen } = await open();
  await expect.element(panel('Roles')).toHaveTextContent(/3 roles with access/);
  await expect.element(panel('Script')).toHaveTextContent(/2 lines/);
  await expect.element(panel('Launches')).toHaveTextContent(/14 days.*12 users/);
  await expect.element(panel('Launches').getByRole('figure', { name: /^Launches by day/ })).toBeVisible();
  const change = panel('Your changes').getByRole('link', { name: 'Replace script of Payroll' });
  await expect.element(change).toHaveAttribute('href', '#/history/plan');
  await page.getByRole('button', { name: 'Open roles' }).click();
  await page.getByRole('button', { name: 'Open script' }).click();
  expect(onopen.mock.calls).toEqual([['roles'], ['script']]);
});

it('says what is pending instead of what is on the tenant', async () => {
  await open({ roleChanges: 2 });
  await expect.element(panel('Roles')).toHaveTextContent(/Draft.*2 pending changes/);
});

it('fails alone, and counts again on request', async () => {
  let fails = true;
  await open({
    usage: async () => {
      if (fails)
        throw new DeskFailure({ code: 'timed-out', message: 'Late.', retryable: true, requestId: '' });
      return used;
    },
  });
  await expect.element(panel('Launches')).toHaveTextContent(/Couldn’t count launches/);
  await expect.element(panel('Roles')).toHaveTextContent(/3 roles with access/);
  fails = false;
  const height = panel('Launches').element().getBoundingClientRect().height;
  await panel('Launches').getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel('Launches')).toHaveTextContent(/12 users/);
  expect(panel('Launches').element().getBoundingClientRect().height).toBe(height);
});
