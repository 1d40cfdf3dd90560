import { describe, expect, it } from 'vitest';
import { collectMarkdown } from './collect-markdown.ts';
import { collectSvelte } from './collect-svelte.ts';
import { collectTypeScript } from './collect-typescript.ts';
import { findingsIn, wordsOfName } from './find.ts';
import { ignored } from './ignored.ts';
import { terms } from './terms.ts';
import type { Kind, Piece } from './text.ts';

const inCode = { isTest: false };
const textsOf = (pieces: readonly Piece[], kind: Kind): string[] =>
  pieces.filter((piece) => piece.kind === kind).map(({ text }) => text.replaceAll(/\uFFFC+/g, '…').trim());
const found = (source: string, pieces: readonly Piece[]): string[] =>
  findingsIn({ path: 'main/a.ts', source, pieces }, terms).map(
    ({ line, column, term }) => `${line}:${column} ${term}`,
  );

describe('text of TypeScript', () => {
  const source = [
    "import { a } from './a.ts';",
    '/** Why it is so. */',
    'const title = `Apply ${a(1)} changes`;',
    "const sql = 'SELECT id FROM rows WHERE id = 1';",
    "if (a === 'Other words') throw new Error('The file is too large.');",
    "const look = { label: 'apply', class: 'Some class names', AppRoles: 1 };",
  ].join('\n');
  const pieces = collectTypeScript(source, inCode);

  it('has the strings that are shown, and no others', () => {
    expect(textsOf(pieces, 'string')).toEqual(['Apply … changes', 'The file is too large.', 'apply']);
  });

  it('has comments and declared names, but no member names of the platform', () => {
    expect(textsOf(pieces, 'comment')).toEqual(['/** Why it is so. */']);
    expect(textsOf(pieces, 'identifier')).toEqual(['title', 'sql', 'look', 'label', 'class']);
  });

  it('has the titles of tests, and no strings of them', () => {
    const spec = "describe('plans', () => { it.each([1])('are applied %i', () => say('Some text here')); });";
    const inTest = collectTypeScript(spec, { isTest: true });
    expect(textsOf(inTest, 'test')).toEqual(['plans', 'are applied %i']);
    expect(textsOf(inTest, 'string')).toEqual([]);
  });

  it('says what a string is for', () => {
    const roles = pieces.filter(({ kind }) => kind === 'string').map(({ role }) => role);
    expect(roles).toEqual(['label', 'error', 'label']);
  });
});

describe('text of components', () => {
  const source = [
    '<!-- One change. Props: plan. -->',
    '<script lang="ts">',
    '  const shown = 1; // why',
    '</script>',
    '<Button class="large blue" label="Apply all">Apply {shown} {shown > 1 ? \'more changes\' : \'\'}</Button>',
    '<style>',
    '  /* above the list */',
    '  .large { color: red; }',
    '</style>',
  ].join('\n');

  it('has markup, attributes, expressions, script and styles', () => {
    const pieces = collectSvelte(source, inCode);
    expect(textsOf(pieces, 'string')).toEqual(['Apply all', 'Apply', 'more changes']);
    expect(textsOf(pieces, 'comment')).toEqual([
      '// why',
      '/* above the list */',
      '<!-- One change. Props: plan. -->',
    ]);
    expect(textsOf(pieces, 'identifier')).toEqual(['shown']);
    for (const { offset, text } of pieces) expect(source.slice(offset, offset + text.length)).toBe(text);
  });
});

describe('text of documents', () => {
  it('has no code and no targets of links', () => {
    const pieces = collectMarkdown('# Plans\n\nSee `kept` and [plans](kept.md).\n\n```ts\nkept();\n```\n');
    expect(textsOf(pieces, 'doc')).toHaveLength(2);
    expect(found('', pieces)).toEqual([]);
  });
});

describe('findings', () => {
  it('have line, column and term, across the lines of a comment', () => {
    const source = 'const a = 1;\n/**\n * What was taken\n * back.\n */\nconst keptRows = 2;\n';
    expect(found(source, collectTypeScript(source, inCode))).toEqual(['3:13 take back', '6:7 kept']);
  });

  it.each([
    ['doc', 'An email address, an IP address and the loopback address.'],
    ['doc', 'SAML stands for Security Assertion Markup Language.'],
    ['comment', 'Colors tell them apart. The key is kept secret.'],
    ['string', 'The field is left blank'],
  ] as const)('are none in ordinary English: %s %s', (kind, text) => {
    expect(found(text, [{ kind, text, offset: 0 }])).toEqual([]);
  });

  it('are labels, hints and errors that are too long', () => {
    const text = 'Apply all of the changes that you have chosen here';
    expect(found(text, [{ kind: 'string', text, offset: 0, role: 'label' }])).toEqual(['1:1 long label']);
    expect(found(text, [{ kind: 'string', text, offset: 0, role: 'error' }])).toEqual([]);
  });

  it('read names word by word', () => {
    expect(wordsOfName('isKeptResult')).toBe('is kept result');
    expect(wordsOfName('OIDCKeptKinds')).toBe('oidc kept kinds');
    expect(wordsOfName('kept-kinds')).toBe('kept kinds');
  });

  it('are ignored at most 30 times, each with a reason and a known term', () => {
    const known = new Set([...terms.map(({ name }) => name), 'long label', 'long hint', 'long error']);
    expect(ignored.length).toBeLessThanOrEqual(30);
    for (const { term, reason } of ignored) {
      expect(known).toContain(term);
      expect(reason.length).toBeGreaterThan(20);
    }
  });
});
