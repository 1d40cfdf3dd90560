import { describe, expect, it } from 'vitest';
import { replaceInScripts } from './replace-in-scripts.ts';

const scripts = [
  { id: 'a', script: "setAttribute('Mail', user.Mail);\nsetAttribute('mail', user.Mail);" },
  { id: 'b', script: 'setIssuer(Issuer);' },
];
const replace = (
  find: string,
  by: string,
  options: { isPattern?: boolean; isCaseSensitive?: boolean } = {},
) => replaceInScripts(scripts, { find, by, isPattern: false, isCaseSensitive: true, ...options });

describe('finding and replacing in scripts', () => {
  it('treats text literally in search and replacement', () => {
    expect(replace('user.Mail', '$&.$1')).toEqual({
      result: 'replaced',
      scripts: [
        {
          id: 'a',
          after: "setAttribute('Mail', $&.$1);\nsetAttribute('mail', $&.$1);",
          matches: 2,
        },
      ],
    });
  });

  it('matches case only if asked to', () => {
    expect(replace("'mail'", "'m'")).toMatchObject({ scripts: [{ matches: 1 }] });
    expect(replace("'mail'", "'m'", { isCaseSensitive: false })).toMatchObject({ scripts: [{ matches: 2 }] });
  });

  it('supports regular expressions, per line, with groups', () => {
    expect(replace('^set(\\w+)\\(', 'put$1(', { isPattern: true })).toMatchObject({
      scripts: [
        { id: 'a', after: "putAttribute('Mail', user.Mail);\nputAttribute('mail', user.Mail);", matches: 2 },
        { id: 'b', after: 'putIssuer(Issuer);', matches: 1 },
      ],
    });
  });

  it('explains an invalid regular expression', () => {
    expect(replace('(', '', { isPattern: true })).toMatchObject({
      result: 'invalid',
      reason: expect.stringContaining('('),
    });
  });

  it('finds nothing for an empty search', () => {
    expect(replace('', 'x')).toEqual({ result: 'replaced', scripts: [] });
  });
});
