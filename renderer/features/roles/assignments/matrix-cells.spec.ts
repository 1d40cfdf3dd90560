import { describe, expect, it } from 'vitest';
import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import type { WantedCell } from './assignment-edits.svelte.ts';
import type { CellModel } from './matrix-cells.ts';
import { everybodyAmong, fillDown, toggleRange } from './matrix-cells.ts';

const roles = [everybodyId, 'finance', 'audit'].map((id) => ({
  id,
  name: id,
  description: '',
  type: '',
  isReadOnly: false,
}));
const rows = ['payroll', 'travel', 'wiki'].map((id) => ({ id, name: id }) as ApplicationSummary);
const shown = { rows, columns: roles, chosen: new Set<string>() };

/** Assignments, assignments by a rule, pending changes, and roles not loaded, as `application role`. */
function modelOf({
  granted = [],
  automatic = [],
  pending = {},
  unread = [],
}: {
  readonly granted?: readonly string[];
  readonly automatic?: readonly string[];
  readonly pending?: Readonly<Record<string, boolean>>;
  readonly unread?: readonly string[];
}): CellModel {
  const data = {
    isKnown: (roleId: string) => !unread.includes(roleId),
    isGranted: (applicationId: string, roleId: string) =>
      [...granted, ...automatic].includes(`${applicationId} ${roleId}`),
    isAutomatic: (applicationId: string, roleId: string) => automatic.includes(`${applicationId} ${roleId}`),
  };
  const edits = {
    wanted: ({ applicationId, roleId }: { applicationId: string; roleId: string }) =>
      pending[`${applicationId} ${roleId}`],
  };
  return { data, edits };
}

const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });
const texts = (changes: readonly WantedCell[]) =>
  changes.map(({ cell, wanted }) => `${wanted ? '+' : '-'} ${cell.applicationId} ${cell.roleId}`);

describe('toggling a range', () => {
  it('assigns all cells unless all are assigned, else unassigns them', () => {
    const some = modelOf({ granted: ['payroll finance'] });
    expect(texts(toggleRange(some, shown, range(0, 1, 1, 1)))).toEqual(['+ travel finance']);
    const all = modelOf({ granted: ['payroll finance'], pending: { 'travel finance': true } });
    expect(texts(toggleRange(all, shown, range(0, 1, 1, 1)))).toEqual([
      '- payroll finance',
      '- travel finance',
    ]);
  });

  it('skips cells assigned by a rule and roles that are not loaded', () => {
    const model = modelOf({ automatic: ['payroll finance'], unread: ['audit'] });
    expect(texts(toggleRange(model, shown, range(0, 1, 1, 2)))).toEqual(['+ travel finance']);
  });

  it('toggles a cell for all selected applications', () => {
    const chosen = { ...shown, chosen: new Set(['payroll', 'wiki']) };
    expect(texts(toggleRange(modelOf({}), chosen, range(0, 0, 1, 1)))).toEqual([
      '+ payroll finance',
      '+ wiki finance',
    ]);
    expect(texts(toggleRange(modelOf({}), chosen, range(1, 1, 1, 1)))).toEqual(['+ travel finance']);
  });
});

describe('filling down', () => {
  it('copies the first row to the rows below, column by column', () => {
    const model = modelOf({ granted: ['payroll finance', 'wiki audit'] });
    expect(texts(fillDown(model, shown, range(0, 2, 1, 2)))).toEqual([
      '+ travel finance',
      '+ wiki finance',
      '- wiki audit',
    ]);
  });

  it('copies the cell above into a single cell, and does nothing in the first row', () => {
    const model = modelOf({ granted: ['payroll finance'] });
    expect(texts(fillDown(model, shown, range(1, 1, 1, 1)))).toEqual(['+ travel finance']);
    expect(fillDown(model, shown, range(0, 0, 1, 1))).toEqual([]);
  });
});

describe('everybodyAmong', () => {
  it('returns changes to Everybody, but not the undo of a pending change', () => {
    const granting = toggleRange(modelOf({}), shown, range(0, 0, 0, 1));
    expect(texts(everybodyAmong(granting).everybody)).toEqual(['+ payroll Everybody']);
    expect(texts(everybodyAmong(granting).others)).toEqual(['+ payroll finance']);
    const pending = modelOf({ pending: { 'payroll Everybody': true } });
    expect(everybodyAmong(toggleRange(pending, shown, range(0, 0, 0, 0))).everybody).toEqual([]);
  });
});
