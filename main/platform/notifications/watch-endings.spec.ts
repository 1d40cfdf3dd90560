import { expect, it } from 'vitest';
import type { NotificationEvent, Notice } from '../../../contract/app/notifications.ts';
import type { Plan } from '../../../contract/changes/changes.ts';
import { createEndings } from './watch-endings.ts';

function watch(unwanted?: NotificationEvent) {
  const notices: Notice[] = [];
  const endings = createEndings({
    notify: (notice) => void notices.push(notice),
    isWanted: (event) => event !== unwanted,
    tenantName: (id) => (id === 'acme' ? 'Acme' : 'Globex'),
  });
  return { ...endings, notices };
}

type Opened = Pick<Plan, 'id' | 'tenantId' | 'isRunning' | 'counts'>;
const plan = (isRunning: boolean): Opened => ({
  id: 'p',
  tenantId: 'acme',
  isRunning,
  counts: { pending: 3 },
});
const progress = (done: number, total = 3) => ({ planId: 'p', stage: 'applying', done, total });

it('reports a run once, when its plan is no longer open, and names no item', () => {
  const { note, notices } = watch();
  note('changes.opened', [plan(false)]);
  note('changes.opened', [plan(true)]);
  note('changes.progress', progress(3));
  expect(notices).toEqual([]);
  note('changes.opened', []);
  note('changes.opened', []);
  expect(notices).toEqual([
    {
      event: 'plans',
      title: 'Changes finished',
      text: 'Acme: 3 changes finished. The receipt is in History.',
      place: { scope: 'global', view: 'history', rest: [] },
      planId: 'p',
    },
  ]);
});

it('says that a run that stopped needs attention', () => {
  const { note, notices } = watch();
  note('changes.opened', [plan(true)]);
  note('changes.progress', progress(1));
  note('changes.opened', [plan(false)]);
  expect(notices).toMatchObject([
    { title: 'Changes need attention', text: 'Acme: stopped after 1 of 3 changes.' },
  ]);
});

it('reports two runs that end at once', () => {
  const { note, notices } = watch();
  note('changes.opened', [plan(true), { ...plan(true), id: 'q', tenantId: 'globex' }]);
  note('changes.opened', []);
  expect(notices.map(({ text }) => text.split(':')[0])).toEqual(['Acme', 'Globex']);
});

it('reports the end of an export, without its name', () => {
  const { note, notices } = watch();
  const exported = { fileName: 'Salaries.csv', rows: 10, total: 1200 };
  note('results.exportProgress', { ...exported, isRunning: true });
  note('results.exportProgress', { ...exported, rows: 1200, isRunning: false });
  note('results.exportProgress', { ...exported, isRunning: false });
  expect(notices.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Export finished: 1,200 rows written.',
    'Export stopped: 10 of 1,200 rows written.',
  ]);
});

it('reports a sync that ended, except one that the user stopped', () => {
  const { note, notices } = watch();
  const status = {
    tenantId: 'acme',
    isOn: true,
    isStopped: false,
    finishedAt: 1,
    bytes: 1,
    kinds: [{ failed: 2 }],
  };
  note('offline.changed', { ...status, isRunning: false });
  note('offline.changed', { ...status, isRunning: true });
  note('offline.changed', { ...status, isRunning: false, isStopped: true });
  expect(notices).toEqual([]);
  note('offline.changed', { ...status, isRunning: true });
  note('offline.changed', { ...status, isRunning: false });
  expect(notices).toMatchObject([
    { event: 'syncs', title: 'Offline sync finished', text: 'Acme was synced, except 2 items.' },
  ]);
});

it('reports own jobs that were seen running', () => {
  const { noteJobs, notices } = watch();
  const jobs = (state: 'running' | 'succeeded') => [
    { id: 'mine', isMine: true, state },
    { id: 'of others', isMine: false, state },
    { id: 'earlier', isMine: true, state: 'failed' as const },
  ];
  noteJobs('acme', jobs('running'));
  noteJobs('acme', jobs('succeeded'));
  noteJobs('acme', jobs('succeeded'));
  expect(notices).toMatchObject([
    { event: 'jobs', title: 'Job succeeded', place: { view: 'procedures', rest: ['jobs', 'mine'] } },
  ]);
});

it('reports nothing that is switched off', () => {
  const { note, notices } = watch('plans');
  note('changes.opened', [plan(true)]);
  note('changes.opened', []);
  expect(notices).toEqual([]);
});
