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

describe('an own entry', () => {
  it('takes a whole call apart: the file, and arguments with what is sent for them', () => {
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

  it('keeps a call that cannot be read as it was typed, and says why', () => {
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
    [{ parameters: [argument({ name: "a:'b'" })] }, '0.name', 'Letters, digits'],
    [{ parameters: [argument({ name: 'a.b' })] }, '0.name', 'Letters, digits'],
    [{ parameters: [argument({}), argument({})] }, '1.name', 'another argument'],
    [{ parameters: [argument({ type: 'one-of' })] }, '0.options', 'chosen from'],
    [{ parameters: [argument({ type: 'number', example: 'ten' })] }, '0.example', 'Enter a number'],
    [{ parameters: [argument({ initial: "O'Brien" })] }, '0.initial', "contains '"],
  ] as const)('%j has its message at %s', (changes, name, message) => {
    expect(
      draftProblems(
        draft({ ...changes, parameters: [...('parameters' in changes ? changes.parameters : [])] }),
      ),
    ).toEqual([{ name, message: expect.stringContaining(message) as unknown }]);
  });

  it('of a job may lead into an object, and hold what no call could', () => {
    const job = draft({ via: 'job', parameters: [argument({ name: 'Options.Who', initial: "O'Brien" })] });
    expect(draftProblems(job)).toEqual([]);
  });

  it.each(
    [...procedureLibrary, ...jobLibrary.filter(({ via }) => via === 'job')].map(
      (entry) => [entry.name, entry] as const,
    ),
  )('is made of a copy of “%s”', (_name, entry) => {
    const copy = copyOf(entry, entry.path);
    expect(draftProblems(copy)).toEqual([]);
    const kept = entryOf(copy, { id: 'own', tenantId: null });
    expect(ownEntrySchema.parse(kept)).toEqual(kept);
    expect(draftOf(kept)).toEqual({ ...copy, id: 'own', isForAll: true });
  });

  it('is there again as it was typed, also half', () => {
    const half = draft({ name: '', path: '@/lib/', parameters: [argument({ name: '' })] });
    expect(rememberedDraft(JSON.stringify(half))).toEqual(half);
    for (const other of [undefined, '', '{', 'null', '7', '{"name":"x"}', '{"parameters":[7]}']) {
      expect(rememberedDraft(other)).toBeUndefined();
    }
  });
});
