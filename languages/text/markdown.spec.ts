import { describe, expect, it } from 'vitest';
import { markdownBlock, markdownCell, markdownCode, markdownText } from './markdown.ts';

describe('text in Markdown', () => {
  it.each([
    ['Payroll (EU), Zoë’s – 10%', 'Payroll (EU), Zoë’s – 10%'],
    ['![x](https://evil.example/p.png)', '!\\[x\\](`https://evil.example/p.png`)'],
    ['[click](javascript:alert(1))', '\\[click\\](javascript:alert(1))'],
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
    ['<!-- hidden', '\\<!-- hidden'],
    ['https://evil.example', '`https://evil.example`'],
    ['see www.evil.example now', 'see `www.evil.example` now'],
    ['ping @security-team', 'ping `@security-team`'],
    ['(@all)', '(`@all`)'],
    ['closes #12 and acme/app#3 and !7', 'closes `#12` and `acme/app#3` and `!7`'],
    ['a@b.example', 'a@b.example'],
    ['a | b', 'a \\| b'],
    ['`code` *b* _i_ ~~s~~ $x$', '\\`code\\` \\*b\\* \\_i\\_ \\~\\~s\\~\\~ \\$x\\$'],
    ['&lt;b&gt; R&D', '\\&lt;b\\&gt; R&D'],
    ['one\n\n# two\r\n- three', 'one\\<U+000A\\>\\<U+000A\\># two\\<U+000D\\>\\<U+000A\\>- three'],
    ['# heading', '\\# heading'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['=====', '\\====='],
    ['-12.5', '-12.5'],
    ['Te\u200Bam\u202E', 'Te\\<U+200B\\>am\\<U+202E\\>'],
    [':smile: ok', '`:smile:` ok'],
    ['\\[x](y)', '\\\\\\[x\\](y)'],
    ['https://e.example/`<img>', '`https://e.example/`\\`\\<img\\>'],
  ])('writes %j as %j', (text, expected) => {
    expect(markdownText(text)).toBe(expected);
  });

  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['``` fence', '```` ``` fence ````'],
    ['`', '`` ` ``'],
    ['a\nb', '`a<U+000A>b`'],
    ['<b>', '`<b>`'],
  ])('writes %j as the code %j', (text, expected) => {
    expect(markdownCode(text)).toBe(expected);
  });

  it('keeps a cell in its column, even with code', () => {
    expect(markdownCell('a|b\nc')).toBe('a\\|b<br>c');
    expect(markdownCell('https://x.example/a|b')).toBe('`https://x.example/a`\\|b');
    expect(markdownCell('\\|')).toBe('\\\\\\|');
  });

  it('writes a block that none of its lines can end', () => {
    expect(markdownBlock('a\n```\n<img>', 'diff')).toBe('````diff\na\n```\n<img>\n````');
    expect(markdownBlock('a\u202E\r\nb\rc', 'diff')).toBe('```diff\na<U+202E>\nb\nc\n```');
  });
});
