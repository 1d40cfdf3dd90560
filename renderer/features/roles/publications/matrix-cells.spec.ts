import { describe, expect, it } from 'vitest';
import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import type { WantedCell } from './publication-edits.svelte.ts';
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

/** Current on tenant, what a rule granted, what is pending and which roles were not read, as `application role`. */
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
const words = (changes: readonly WantedCell[]) =>
  changes.map(({ cell, wanted }) => `${wanted ? '+' : '-'} ${cell.applicationId} ${cell.roleId}`);

describe('a range that is toggled', () => {
  it('is granted where not all of it is, and revoked where all of it is', () => {
    const some = modelOf({ granted: ['payroll finance'] });
    expect(words(toggleRange(some, shown, range(0, 1, 1, 1)))).toEqual(['+ travel finance']);
    const all = modelOf({ granted: ['payroll finance'], pending: { 'travel finance': true } });
    expect(words(toggleRange(all, shown, range(0, 1, 1, 1)))).toEqual([
      '- payroll finance',
      '- travel finance',
    ]);
  });

  it('leaves out what a rule grants and roles that were not read', () => {
    const model = modelOf({ automatic: ['payroll finance'], unread: ['audit'] });
    expect(words(toggleRange(model, shown, range(0, 1, 1, 2)))).toEqual(['+ travel finance']);
  });

  it('of one cell of a chosen application is toggled for all that are chosen', () => {
    const chosen = { ...shown, chosen: new Set(['payroll', 'wiki']) };
    expect(words(toggleRange(modelOf({}), chosen, range(0, 0, 1, 1)))).toEqual([
      '+ payroll finance',
      '+ wiki finance',
    ]);
    expect(words(toggleRange(modelOf({}), chosen, range(1, 1, 1, 1)))).toEqual(['+ travel finance']);
  });
});

describe('filling down', () => {
  it('makes the rows below as the first one, column by column', () => {
    const model = modelOf({ granted: ['payroll finance', 'wiki audit'] });
    expect(words(fillDown(model, shown, range(0, 2, 1, 2)))).toEqual([
      '+ travel finance',
      '+ wiki finance',
      '- wiki audit',
    ]);
  });

  it('makes a single cell as the one above it, and the first row as nothing', () => {
    const model = modelOf({ granted: ['payroll finance'] });
    expect(words(fillDown(model, shown, range(1, 1, 1, 1)))).toEqual(['+ travel finance']);
    expect(fillDown(model, shown, range(0, 0, 1, 1))).toEqual([]);
  });
});

describe('what is asked about', () => {
  it('is what would change who is everybody, and not the taking back of what is only pending', () => {
    const granting = toggleRange(modelOf({}), shown, range(0, 0, 0, 1));
    expect(words(everybodyAmong(granting).everybody)).toEqual(['+ payroll Everybody']);
    expect(words(everybodyAmong(granting).others)).toEqual(['+ payroll finance']);
    const pending = modelOf({ pending: { 'payroll Everybody': true } });
    expect(everybodyAmong(toggleRange(pending, shown, range(0, 0, 0, 0))).everybody).toEqual([]);
  });
});
