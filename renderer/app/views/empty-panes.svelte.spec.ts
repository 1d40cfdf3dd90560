import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Job } from '../../../contract/jobs/jobs.ts';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import type { Activity, DriftedItem } from '../../../contract/overview/overview.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import { fakeBrowserDesk, viewStateIn } from '../../../test/fakes/browser-desk.ts';
import App from '../App.svelte';

const acme = aTenantProfile();

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
});

/** Opens a view of the tenant in a window; what views remember is in `stored`, as after an earlier visit. */
async function open(path: string, handlers: Partial<Handlers>) {
  await page.viewport(1440, 900);
  location.hash = `#/t/acme/${path}`;
  const { desk } = fakeBrowserDesk({
    'tenants.list': async () => [acme],
    ...viewStateIn(stored),
    ...handlers,
  });
  const { unmount } = await render(App, { desk });
  return unmount;
}

const job: Job = {
  id: 'job-1',
  name: 'Report email',
  script: '/lib/report.js',
  state: 'succeeded',
  stateName: '',
  requestedBy: '',
  isMine: true,
  createdAt: 1,
  startedAt: 1,
  finishedAt: 2,
  progress: null,
  error: null,
  gone: null,
};
const jobs = page.getByRole('region', { name: 'Jobs', exact: true });
const description = page.getByText('Activity count and last activity for each user');
const widthOf = (element: Element): number => (element.closest('p') ?? element).getBoundingClientRect().width;

it('gives the space of the jobs to the arguments while there are none', async () => {
  const unmount = await open('procedures/user-activity', {
    'jobs.list': async () => ({ jobs: [], note: '' }),
  });
  await expect.element(description).toBeVisible();
  await expect.poll(() => stored.get('procedures.jobs:acme')).toBe('false');
  await expect.element(jobs).not.toBeInTheDocument();
  const withoutJobs = widthOf(description.element());
  const list = async () => ({ jobs: [job], note: '' });
  stored.set('procedures.jobs:acme', 'true');
  await unmount();
  await open('procedures/user-activity', { 'jobs.list': list });
  await expect.element(jobs).toBeVisible();
  expect(withoutJobs - widthOf(description.element())).toBe(360);
});

it('shows jobs beside the arguments, and keeps their place while they are refreshed', async () => {
  const list = async () => ({ jobs: [job], note: '' });
  const unmount = await open('procedures/user-activity', { 'jobs.list': list });
  await expect.element(jobs.getByRole('button', { name: /Report email/ })).toBeVisible();
  await expect.poll(() => stored.get('procedures.jobs:acme')).toBe('true');
  await unmount();
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  await open('procedures/user-activity', { 'jobs.list': async () => held.then(list) });
  await expect.element(description).toBeVisible();
  const before = widthOf(description.element());
  respond();
  await expect.element(jobs.getByRole('button', { name: /Report email/ })).toBeVisible();
  expect(widthOf(description.element())).toBe(before);
});

const attention = page.getByRole('region', { name: 'Needs attention' });
const recent = page.getByRole('region', { name: 'Your recent changes' });
const drift = async (items: readonly DriftedItem[]) => ({
  data: { items: [...items], kinds: [], isReading: false },
  fetchedAt: 1,
  source: 'tenant' as const,
});
const drifted: DriftedItem = {
  kind: 'application',
  targetId: '1',
  name: 'Payroll',
  about: '',
  difference: 'changed',
  summary: 'name',
  seenAt: 1,
  readAt: 2,
  changedAt: null,
  changedBy: '',
};
const history = { 'history.list': async () => [] };
/** Whether the changes are in a column beside what needs attention. */
const isBeside = (): boolean =>
  recent.element().getBoundingClientRect().left >= attention.element().getBoundingClientRect().right;

it('gives the Overview the whole width while there are no changes', async () => {
  stored.set('overview.side:acme', 'true');
  const unmount = await open('overview', { ...history, 'overview.drift': () => drift([]) });
  await expect.element(page.getByText('No changes by others.')).toBeVisible();
  // Nothing moves during the visit that finds none.
  expect(isBeside()).toBe(true);
  await expect.poll(() => stored.has('overview.side:acme')).toBe(false);
  await unmount();
  await open('overview', { ...history, 'overview.drift': () => drift([]) });
  await expect.element(page.getByText('No changes by others.')).toBeInTheDocument();
  expect(isBeside()).toBe(false);
});

it('gives changes a column again at the next visit', async () => {
  const unmount = await open('overview', { ...history, 'overview.drift': () => drift([drifted]) });
  const found = page.getByRole('list', { name: 'Changed by others' }).getByText('Payroll');
  await expect.element(found).toBeInTheDocument();
  expect(isBeside()).toBe(false);
  await expect.poll(() => stored.get('overview.side:acme')).toBe('true');
  await unmount();
  await open('overview', { ...history, 'overview.drift': () => drift([drifted]) });
  await expect.element(found).toBeVisible();
  expect(isBeside()).toBe(true);
});

const heightOf = (name: string): number =>
  page.getByRole('region', { name }).element().getBoundingClientRect().height;
const read = <Data>(data: Data) => ({ data, fetchedAt: 1, source: 'tenant' as const });
const activityOf = (challenges: Activity['factors']) => async () =>
  read<Activity>({ signIns: [], factors: challenges, launches: [] });
const calm: Partial<Handlers> = {
  'session.list': async () => [
    {
      ...{ tenantId: 'acme', state: 'signed-in', user: { subject: 'zoe' }, storedIn: 'memory' },
      ...{ expiresAt: 4_000_000_000_000, canRefresh: true },
    },
  ],
  ...history,
  'overview.drift': () => drift([]),
  'overview.certificates': async () => read({ ending: [], read: 0, total: 0 }),
  'overview.deliveries': async () =>
    read({ areRecorded: false, webhooks: 0, statistics: null, delivering: [] }),
  'overview.activity': activityOf([]),
  'drafts.standings': async () => ({ drafts: [], applied: [] }),
};

it('gives the space of empty sections to the others at the next visit, and moves nothing before', async () => {
  const unmount = await open('overview', calm);
  await expect.element(page.getByText('No MFA challenges.')).toBeVisible();
  await expect.element(page.getByText(/You’re all caught up/)).toBeVisible();
  const before = ['Needs attention', 'MFA results', 'Webhook deliveries', 'Sign-ins by day'].map(heightOf);
  expect(before).toEqual([200, 207, 233, 345]);
  await expect.poll(() => stored.get('overview.empty:acme:mfa')).toBe('true');
  await expect.poll(() => stored.get('overview.empty:acme:attention')).toBe('true');
  await unmount();
  await open('overview', calm);
  await expect.element(page.getByText('No MFA challenges.')).toBeVisible();
  const after = ['Needs attention', 'MFA results', 'Webhook deliveries', 'Sign-ins by day'].map(heightOf);
  expect(after).toEqual([85, 81, 81, 81]);
});

it('says in one line that an empty section has data again, and shows it on request', async () => {
  stored.set('overview.empty:acme:mfa', 'true');
  await open('overview', {
    ...calm,
    'overview.activity': activityOf([{ factors: 'OATH', passed: 3, failed: 1 }]),
  });
  const show = page.getByRole('button', { name: 'Show MFA results' });
  await expect.element(show).toBeVisible();
  expect(heightOf('MFA results')).toBeLessThan(heightOf('Top applications') + 1);
  await show.click();
  await expect.element(page.getByRole('region', { name: 'MFA results' })).toHaveTextContent('OATH');
  await expect.poll(() => stored.has('overview.empty:acme:mfa')).toBe(false);
});

it('shows what needs attention as it is found, in place, and says what is still being checked', async () => {
  const ending = {
    thumbprint: 'AB',
    applicationId: '1',
    name: 'Payroll',
    others: 0,
    validUntil: 1,
    readAt: 1,
  };
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  await open('overview', {
    ...calm,
    'overview.drift': () => drift([drifted]),
    'overview.certificates': async () => held.then(() => read({ ending: [ending], read: 1, total: 1 })),
  });
  const rows = attention.getByRole('listitem');
  const checking = attention.getByText('Checking certificates…');
  await expect.poll(() => getComputedStyle(checking.element()).opacity).toBe('1');
  await expect.element(rows).toHaveTextContent(/change/i);
  const first = rows.first().element();
  const before = first.getBoundingClientRect().top;
  respond();
  await expect.poll(() => rows.elements().length).toBe(2);
  // More severe, and still below what was there.
  expect(rows.elements()[1]?.textContent).toContain('Payroll');
  expect(first.getBoundingClientRect().top).toBe(before);
  await expect.element(attention.getByText(/^Checking/)).not.toBeInTheDocument();
});
