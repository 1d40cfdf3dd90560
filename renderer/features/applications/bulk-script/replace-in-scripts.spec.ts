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
  it('takes a text as it is written, on either side', () => {
    expect(replace('user.Mail', '$&.$1')).toEqual({
      result: 'replaced',
      scripts: [
        {
          id: 'a',
          after: "setAttribute('Mail', $&.$1);\nsetAttribute('mail', $&.$1);",
          places: 2,
        },
      ],
    });
  });

  it('regards case, or does not', () => {
    expect(replace("'mail'", "'m'")).toMatchObject({ scripts: [{ places: 1 }] });
    expect(replace("'mail'", "'m'", { isCaseSensitive: false })).toMatchObject({ scripts: [{ places: 2 }] });
  });

  it('takes a regular expression, line by line, with its groups', () => {
    expect(replace('^set(\\w+)\\(', 'put$1(', { isPattern: true })).toMatchObject({
      scripts: [
        { id: 'a', after: "putAttribute('Mail', user.Mail);\nputAttribute('mail', user.Mail);", places: 2 },
        { id: 'b', after: 'putIssuer(Issuer);', places: 1 },
      ],
    });
  });

  it('says what is wrong with an expression that is none', () => {
    expect(replace('(', '', { isPattern: true })).toMatchObject({
      result: 'invalid',
      reason: expect.stringContaining('('),
    });
  });

  it('finds nothing where nothing is asked', () => {
    expect(replace('', 'x')).toEqual({ result: 'replaced', scripts: [] });
  });
});
