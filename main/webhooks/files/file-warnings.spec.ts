import { describe, expect, it } from 'vitest';
import type { WarnedFile } from './file-warnings.ts';
import { fileWarnings } from './file-warnings.ts';

const rule = (policyId: string, name: string) => ({ policyId, name, eventType: 'SecurityAlert' });
const warningsOf = (changes: Partial<WarnedFile> = {}, text = '{}') =>
  fileWarnings(new TextEncoder().encode(text), {
    version: '0.9',
    isSigned: true,
    rules: [rule('1', 'One'), rule('2', 'Two')],
    actions: [1, 1],
    ...changes,
  });

describe('export file warnings', () => {
  it('are empty for a file as a tenant writes it', () => expect(warningsOf()).toEqual([]));

  it.each<[string, Partial<WarnedFile>, RegExp]>([
    ['a version that is not known', { version: '1.0' }, /version “1\.0”.*supports 0\.9/],
    ['a version that is very long', { version: 'x'.repeat(5000) }, /^.{0,300}$/],
    ['a missing signature', { isSigned: false }, /not signed/],
    ['a duplicate ID', { rules: [rule('1', 'One'), rule('1', 'Two')] }, /ID: 1\./],
    ['a duplicate name', { rules: [rule('1', 'One'), rule('2', ' One')] }, /same name: “One”/],
    [
      'a name with a text direction override',
      { rules: [rule('1', 'to \u202egnigats'), rule('2', 'line\nbreak')] },
      /invisible characters.*“to <U\+202E>gnigats”, “line<U\+000A>break”\./,
    ],
    ['several actions', { actions: [1, 2] }, /1 webhook with several actions/],
  ])('report %s', (_what, changes, warning) => {
    expect(warningsOf(changes)).toEqual([expect.stringMatching(warning)]);
  });

  it('report exactly the characters that `languages/text` marks', () => {
    const names = ['Te\u00a0am', 'Te\u200dam', 'Te\u{e0041}am', 'A\ufe0f', 'Te\u115fam'];
    for (const name of names)
      expect(warningsOf({ rules: [rule('1', name)] })).toEqual([
        expect.stringMatching(/invisible characters/),
      ]);
  });

  it('allow joiners in scripts and emoji', () => {
    expect(warningsOf({ rules: [rule('1', '👩\u200d💻 مرحبا'), rule('2', 'می\u200cخواهم')] })).toEqual([]);
  });

  it('report a byte order mark', () => {
    expect(warningsOf({}, '\ufeff{}')).toEqual([expect.stringMatching(/byte order mark/)]);
  });

  it('name five of thousands, and count the others', () => {
    const rules = Array.from({ length: 2000 }, (_, index) => rule(`${index}`, `Name ${index % 1000}`));
    expect(warningsOf({ rules })).toEqual([expect.stringMatching(/“Name 4” and 995 more\.$/)]);
  });
});
