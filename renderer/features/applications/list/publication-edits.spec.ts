import { describe, expect, it } from 'vitest';
import { publicationEdits } from './publication-edits.ts';

const applications = [
  { id: 'a1', name: 'Payroll' },
  { id: 'a2', name: 'Wiki' },
];
const role = (granted: readonly { id: string; isAutomatic?: boolean }[]) => ({
  id: 'r1',
  name: 'Finance',
  applications: granted.map(({ id, isAutomatic = false }) => ({ id, name: id, isAutomatic })),
});
const targets = ({ edits }: ReturnType<typeof publicationEdits>) => edits.map(({ targetId }) => targetId);

describe('publishing several applications', () => {
  it('changes what is not so yet, and nothing else', () => {
    expect(publicationEdits(applications, [role([{ id: 'a1' }])], true).edits).toEqual([
      {
        kind: 'publication',
        targetId: 'a2|r1',
        base: { application: 'Wiki', role: 'Finance', isPublished: false },
        wanted: { application: 'Wiki', role: 'Finance', isPublished: true },
      },
    ]);
    expect(targets(publicationEdits(applications, [role([{ id: 'a1' }, { id: 'other' }])], false))).toEqual([
      'a1|r1',
    ]);
  });

  it('leaves what a rule of the tenant has granted, and counts it', () => {
    const taken = publicationEdits(
      applications,
      [role([{ id: 'a1', isAutomatic: true }, { id: 'a2' }])],
      false,
    );
    expect(targets(taken)).toEqual(['a2|r1']);
    expect(taken.byRule).toBe(1);
  });
});
