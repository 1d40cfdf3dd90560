import { expect, it } from 'vitest';
import { createTaskbarProgress } from './taskbar-progress.ts';

function follow() {
  const shown: number[] = [];
  const note = createTaskbarProgress(() => [{ setProgressBar: (part) => void shown.push(part) }]);
  return { shown, note };
}

const progress = (planId: string, done: number) => ({ planId, stage: 'applying', done, total: 4 });

it('shows the progress of a run, and nothing once it has ended', () => {
  const { note, shown } = follow();
  note('changes.progress', { ...progress('p', 1), stage: 'planning' });
  note('changes.progress', progress('p', 0));
  note('changes.progress', progress('p', 2));
  note('changes.opened', [{ id: 'p', isRunning: true }]);
  note('changes.opened', []);
  expect(shown).toEqual([0.01, 0.5, -1]);
});

it('shows the slowest of several, and ends with the last', () => {
  const { note, shown } = follow();
  note('changes.progress', progress('p', 3));
  note('results.exportProgress', { fileName: 'a.csv', rows: 1, total: 10, isRunning: true });
  note('changes.opened', []);
  note('results.exportProgress', { fileName: 'a.csv', rows: 10, total: 10, isRunning: false });
  expect(shown).toEqual([0.75, 0.1, -1]);
});
