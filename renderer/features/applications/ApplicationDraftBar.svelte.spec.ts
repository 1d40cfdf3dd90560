import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { assignmentsDraft } from '../../../contract/roles/assignments-draft.ts';
import type { PendingAssignment } from '../../../contract/roles/roles.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import type { ChangeRequest, Plan } from '../../../contract/changes/changes.ts';
import type { Draft } from '../../../contract/changes/drafts.ts';
import ApplicationBarWindow from '../../../test/component/ApplicationBarWindow.svelte';
import { anItem, deskWithPlan, planOf } from '../../../test/component/plans.ts';

const bar = page.getByRole('toolbar', { name: 'Draft of Payroll', exact: true });
const review = bar.getByRole('button', { name: /^Review change/ });
const cell = (applicationId: string, roleId: string): PendingAssignment => ({
  ...{ applicationId, application: 'Payroll', roleId, role: 'Finance' },
  ...{ wanted: true, base: false },
});
const keyOf = ({ kind, targetId }: { readonly kind: string; readonly targetId: string }) =>
  `${kind} ${targetId}`;

/** A window on an application, with a main that stores drafts; `cells` are pending before it opens. */
async function open(cells: readonly PendingAssignment[] = []) {
  const stored = new Map<string, Draft>();
  const discarded = new Map<string, Draft>();
  const requests: ChangeRequest[] = [];
  const opened: string[] = [];
  let revision = 0;
  const roleKey = { tenantId: 'acme', ...assignmentsDraft };
  const put = (draft: Omit<Draft, 'title' | 'savedAt' | 'revision'>): Draft => {
    revision += 1;
    const saved = { ...draft, title: 'Payroll', savedAt: Date.now(), revision };
    stored.set(keyOf(draft), saved);
    return saved;
  };
  if (cells.length > 0) put({ ...roleKey, state: { cells: [...cells] }, base: { cells: [] } });
  const summaryOf = ({ state: _state, base: _base, ...summary }: Draft) => summary;
  const items = [anItem()];
  const plan: Plan = planOf(items);
  const fake = deskWithPlan(items, plan, () => ({
    'app.info': async () => ({
      ...{ version: '1.0.0', host: 'browser', platform: 'linux', profileFolder: '/profile' },
      keychain: { available: true, name: 'Secret Service' },
    }),
    'app.sandbox': async () => ({ state: 'absent' }),
    'settings.get': async () => defaultSettings,
    'drafts.list': async () => [...stored.values()].map(summaryOf),
    'drafts.get': async (key) => stored.get(keyOf(key)),
    'drafts.save': async ({ revision: _seen, resolvesBase: _resolves, ...draft }) => {
      const saved = put(draft);
      fake.emit('drafts.changed', { changed: [summaryOf(saved)], removed: [] });
      return summaryOf(saved);
    },
    'drafts.discard': async (key) => {
      const draft = stored.get(keyOf(key));
      if (draft !== undefined) discarded.set(keyOf(key), draft);
      stored.delete(keyOf(key));
      fake.emit('drafts.changed', { changed: [], removed: [key] });
    },
    'drafts.restore': async (key) => {
      const draft = discarded.get(keyOf(key));
      if (draft === undefined) throw new Error('Nothing was discarded.');
      const saved = put(draft);
      fake.emit('drafts.changed', { changed: [summaryOf(saved)], removed: [] });
      return summaryOf(saved);
    },
    'changes.plan': async ({ request }) => {
      requests.push(request);
      return plan;
    },
  }));
  await render(ApplicationBarWindow, {
    desk: fake.desk,
    onopen: (tab: string, path?: string) =>
      opened.push([tab, ...(path === undefined ? [] : [path])].join(' ')),
  });
  return { stored, requests, opened };
}

it('is there without changes, too', async () => {
  await open();
  await expect.element(bar).toHaveTextContent('No changes');
  await expect.element(review).toBeDisabled();
  await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Review/ }).elements()).toHaveLength(1);
});

it('reviews settings, script and roles as one change, and links to each', async () => {
  const { requests, opened } = await open([
    cell('payroll', 'r1'),
    cell('payroll', 'r2'),
    cell('other', 'r1'),
  ]);
  await page.getByLabelText('Description').fill('For the field teams.');
  await page.getByRole('textbox', { name: 'Script', exact: true }).fill('setAudience("x");');
  await expect.element(bar).toHaveTextContent(/4 changes:/);
  for (const name of ['Description', 'Script', '2 roles'])
    await bar.getByRole('button', { name, exact: true }).click();
  expect(opened).toEqual(['settings description', 'script', 'roles']);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]).toMatchObject({
    from: 'drafts',
    title: 'Change Payroll',
    drafts: [
      { kind: 'application', targetId: 'payroll' },
      { kind: 'script', targetId: 'payroll' },
    ],
  });
  const edits = requests[0]?.from === 'drafts' ? (requests[0].edits ?? []) : [];
  expect(edits.map(({ targetId }) => targetId)).toEqual(['payroll|r1', 'payroll|r2']);
});

it('reviews a single part as before', async () => {
  const { requests } = await open([cell('payroll', 'r1')]);
  await expect.element(bar).toHaveTextContent(/1 change:/);
  await review.click();
  await expect.poll(() => requests[0]?.from).toBe('edits');
});

it('discards all parts and restores them with one Undo, without those of other applications', async () => {
  const { stored } = await open([cell('payroll', 'r1'), cell('other', 'r1')]);
  await page.getByLabelText('Description').fill('For the field teams.');
  await page.getByRole('textbox', { name: 'Script', exact: true }).fill('setAudience("x");');
  await expect.element(bar).toHaveTextContent(/3 changes:/);
  await expect.poll(() => stored.size).toBe(3);
  await bar.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(bar).toHaveTextContent('No changes');
  const roles = () => (stored.get(keyOf(assignmentsDraft))?.state as { cells: PendingAssignment[] }).cells;
  expect(roles().map(({ applicationId }) => applicationId)).toEqual(['other']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(bar).toHaveTextContent(/3 changes:/);
  await expect.element(page.getByLabelText('Description')).toHaveValue('For the field teams.');
  expect(roles()).toHaveLength(2);
});
