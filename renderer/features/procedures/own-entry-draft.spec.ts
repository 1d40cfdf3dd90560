import { describe, expect, it } from 'vitest';
import { jobLibrary } from '../../../contract/jobs/job-library.ts';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import { ownEntrySchema } from '../../../contract/procedures/procedures.ts';
import type { OwnDraft } from './own-entry-draft.ts';
import {
  copyOf,
  draftCall,
  draftOf,
  draftProblems,
  emptyArgument,
  emptyDraft,
  entryOf,
  rememberedDraft,
  withCall,
} from './own-entry-draft.ts';

const draft = (changes: Partial<OwnDraft> = {}): OwnDraft => ({
  ...emptyDraft,
  ...{ name: 'Idle roles', path: '/lib/reports/idle_roles.js' },
  ...changes,
});
const argument = (changes: Partial<typeof emptyArgument>) => ({ ...emptyArgument, name: 'id', ...changes });

describe('a custom entry', () => {
  it('splits a full call into the file and arguments with their values', () => {
    const before = draft({
      path: "@/lib/reports/idle.js(id:'7', newcode:true, top:10)",
      parameters: [argument({ words: 'Which role', type: 'role' })],
    });
    const { path, parameters } = withCall(before);
    expect(path).toBe('/lib/reports/idle.js');
    expect(parameters).toEqual([
      argument({ words: 'Which role', type: 'role', initial: '7' }),
      argument({ name: 'newcode', type: 'boolean', initial: 'true' }),
      argument({ name: 'top', type: 'number', initial: '10' }),
    ]);
    expect(draftCall({ ...before, path, parameters })).toBe(
      "@/lib/reports/idle.js(id:'7', newcode:true, top:10)",
    );
  });

  it('keeps an invalid call as typed, with the reason', () => {
    const wrong = draft({ path: "@/lib/x.js(id:'O'Brien')" });
    expect(withCall(wrong)).toEqual(wrong);
    expect(draftProblems(wrong)).toEqual([
      { name: 'path', message: expect.stringContaining('is not a valid argument') as unknown },
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Enter a name'],
    [{ path: '/lib/../x.js' }, 'path', 'Enter a file'],
    [{ path: 'select 1' }, 'path', 'Enter a file'],
    [{ name: 'x'.repeat(121) }, 'name', 'too long'],
    [{ parameters: [argument({ name: '' })] }, '0.name', 'Enter the name'],
    [{ parameters: [argument({ name: "a:'b'" })] }, '0.name', 'Use letters, digits'],
    [{ parameters: [argument({ name: 'a.b' })] }, '0.name', 'Use letters, digits'],
    [{ parameters: [argument({}), argument({})] }, '1.name', 'Another argument'],
    [{ parameters: [argument({ type: 'one-of' })] }, '0.options', 'Enter the options'],
    [{ parameters: [argument({ type: 'number', example: 'ten' })] }, '0.example', 'Enter a number'],
    [{ parameters: [argument({ initial: "O'Brien" })] }, '0.initial', "contains '"],
  ] as const)('%j has its error at %s', (changes, name, message) => {
    expect(
      draftProblems(
        draft({ ...changes, parameters: [...('parameters' in changes ? changes.parameters : [])] }),
      ),
    ).toEqual([{ name, message: expect.stringContaining(message) as unknown }]);
  });

  it("of a job may have arguments inside objects, with values that a call can't contain", () => {
    const job = draft({ via: 'job', parameters: [argument({ name: 'Options.Who', initial: "O'Brien" })] });
    expect(draftProblems(job)).toEqual([]);
  });

  it.each(
    [...procedureLibrary, ...jobLibrary.filter(({ via }) => via === 'job')].map(
      (entry) => [entry.name, entry] as const,
    ),
  )('is created from “%s”', (_name, entry) => {
    const copy = copyOf(entry, entry.path);
    expect(draftProblems(copy)).toEqual([]);
    const stored = entryOf(copy, { id: 'own', tenantId: null });
    expect(ownEntrySchema.parse(stored)).toEqual(stored);
    expect(draftOf(stored)).toEqual({ ...copy, id: 'own', isForAll: true });
  });

  it('is restored as typed, even if incomplete', () => {
    const half = draft({ name: '', path: '@/lib/', parameters: [argument({ name: '' })] });
    expect(rememberedDraft(JSON.stringify(half))).toEqual(half);
    for (const other of [undefined, '', '{', 'null', '7', '{"name":"x"}', '{"parameters":[7]}']) {
      expect(rememberedDraft(other)).toBeUndefined();
    }
  });
});
