import { describe, expect, it } from 'vitest';
import { assignmentEdits } from './assignment-edits.ts';

const applications = [
  { id: 'a1', name: 'Payroll' },
  { id: 'a2', name: 'Wiki' },
];
const role = (granted: readonly { id: string; isAutomatic?: boolean }[]) => ({
  id: 'r1',
  name: 'Finance',
  applications: granted.map(({ id, isAutomatic = false }) => ({ id, name: id, isAutomatic })),
});
const targets = ({ edits }: ReturnType<typeof assignmentEdits>) => edits.map(({ targetId }) => targetId);

describe('publicationEdits', () => {
  it('changes only what differs', () => {
    expect(assignmentEdits(applications, [role([{ id: 'a1' }])], true).edits).toEqual([
      {
        kind: 'publication',
        targetId: 'a2|r1',
        base: { application: 'Wiki', role: 'Finance', isPublished: false },
        wanted: { application: 'Wiki', role: 'Finance', isPublished: true },
      },
    ]);
    expect(targets(assignmentEdits(applications, [role([{ id: 'a1' }, { id: 'other' }])], false))).toEqual([
      'a1|r1',
    ]);
  });

  it('skips and counts assignments made by a rule', () => {
    const removal = assignmentEdits(
      applications,
      [role([{ id: 'a1', isAutomatic: true }, { id: 'a2' }])],
      false,
    );
    expect(targets(removal)).toEqual(['a2|r1']);
    expect(removal.byRule).toBe(1);
  });
});
