import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../test/corpus-case.ts';
import { ownVariables } from '../analysis/template-scope.ts';
import { complete } from '../completion/index.ts';
import { diagnoseAtOnce, diagnoseDocument } from '../diagnostics/diagnose.ts';
import { templateSet } from '../engine.ts';
import { parseTemplate } from '../parser/parse.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import { fromTypedJson } from '../service/typed-json.ts';
import { PART_LIMITS, type PartLimits } from '../parser/parts.ts';
import { DEFAULT_PARSE_SETTINGS } from '../source/parse-settings.ts';
import { changesBetween } from './text-edits.ts';
import { TemplateDocument } from './template-document.ts';

/** Steps by default; `FUZZ_RUNS=100000` for a long run. */
const STEPS = Number(process.env['FUZZ_RUNS'] ?? 2000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

const cases = ['authored', 'webhooks', 'found'].flatMap(
  (name) => readCorpus(new URL(`../../test/corpus/${name}.jsonl`, import.meta.url)) ?? [],
);
const corpus = cases.filter(({ name }) => !name.startsWith('found')).map(({ template }) => template);
/** Templates that run to their end, each with its model, and what all of these hold. */
const running = cases.filter(
  ({ expected, line, template }) =>
    expected !== undefined &&
    !/"(?:config|templates)":/.test(line) &&
    isReadable(`\n\${x?upper_case}<#if x>${template}</#if>`),
);
const modelOfAll = Object.assign(
  {},
  ...running.map(({ line }) => (JSON.parse(line) as { readonly model?: object }).model),
) as Readonly<Record<string, unknown>>;

const pieces = [
  'x',
  ' ',
  '\n',
  '${',
  '}',
  '<#if a>',
  '</#if>',
  '<#else>',
  '<#list xs as x>',
  '</#list>',
  '<#-- ',
  ' -->',
  '"',
  "'",
  '<',
  '>',
  '?',
  '<#sep>',
  '<#escape x as x?html>',
  '</#escape>',
  '<#macro m a>',
  '</#macro>',
  '<@m 1/>',
  '</@m>',
  '@m 1>',
  '<if a>',
  '< #if a>',
  '<m>',
  '<#assign v = 1>',
  '<#assign v = w + "a">',
  '<#setting number_format="0">',
  '<#setting boolean_format="c">',
  '<#include "a.ftl">',
  '<#ftl output_format="HTML">',
  '[#if a]',
  '<#noParse>',
  '</#noParse>',
  '${v?upperCase}',
  '${v?upper_case}',
  '<#global w = true>',
];

const variables = [
  {
    name: 'event',
    columns: [
      { name: 'user_name', type: 'STRING' },
      { name: 'count', type: 'INT' },
    ],
  },
];
const model = { event: { user_name: 'Ann', count: 1 } };

/** Those for templates of 200 KB, and some that short ones come to. */
const limits: readonly PartLimits[] = [
  PART_LIMITS,
  { large: 1000, total: 4000 },
  { large: 4000, total: 2000 },
];

/** How much of a template there is in a block; what is left open or broken is so up to the end. */
const shapes: readonly ((contents: string, random: (below: number) => number) => string)[] = [
  (contents) => contents,
  (contents) => `<#if a>\n${contents}\n</#if>`,
  (contents) => `<#list xs as x>\n${contents}\n<#sep>,</#sep></#list>`,
  (contents) => `<#list xs>\n<#items as x>${contents}</#items>\n${contents}</#list>`,
  (contents) => `<#macro around a b="">\n<#local v = a>${contents}<#nested></#macro>\n<@around 1/>`,
  (contents) => `<@m; first, second>${contents}\${first}</@m>`,
  (contents) => `<#attempt>${contents}<#recover>\${v}</#attempt>`,
  (contents) => `<#switch a><#case 1>${contents}<#break><#default>${contents}</#switch>`,
  (contents) => `<#escape x as x?html>${contents}</#escape>`,
  (contents) => `<#assign captured>${contents}</#assign>\${captured}`,
  (contents) => `{"a": "<#outputformat "HTML">${contents}</#outputformat>"}`,
  (contents) => `<#list xs as x>\n${contents}`,
  (contents) => `\${"abc}\n${contents}`,
  (contents) => contents.replaceAll('</#list>', ''),
  (contents) => contents.replaceAll('</#if>', ''),
  (contents) => contents.replaceAll('<#if', '< #if'),
  (contents) => contents.replaceAll('<#list', '</@m><list').replaceAll('\n', ' </#if>'),
  (contents) => contents.replaceAll('<@', '@'),
  (contents) => contents.replaceAll('<#if', '<#fi'),
  (contents) => contents.replaceAll('</#', '</').replaceAll('<#else>', '<#els>'),
  (contents) => contents.replaceAll('\n', ' '),
  (contents, random) => {
    const levels = 1 + random(30);
    const lines = contents.split('\n');
    const at = (level: number): string =>
      lines.slice((level * lines.length) / levels, ((level + 1) * lines.length) / levels).join('\n');
    const open = Array.from({ length: levels }, (_, level) => `<#if a${level}>\n${at(level)}`).join('\n');
    return `${open}\n${'</#if>\n'.repeat(levels - random(2))}`;
  },
];

function isReadable(template: string): boolean {
  try {
    parseTemplate(template);
    return true;
  } catch {
    return false;
  }
}

/** Thousands of edits take a while on a busy machine. Milliseconds. */
const timeout = 240_000;

describe('a template that is edited', () => {
  it('is what reading all of it gives, after each edit', { timeout }, () => {
    const random = numbers(SEED);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    let document = new TemplateDocument();
    let text = '';
    let before = '';
    for (let step = 0; step < STEPS; step++) {
      if (step % 60 === 0) {
        text = Array.from({ length: 4 + random(40) }, () => pick(corpus)).join('\n');
        for (let around = random(4); around > 0; around--) text = pick(shapes)(text, random);
        if (random(3) === 0) document = new TemplateDocument(DEFAULT_PARSE_SETTINGS, pick(limits));
      }
      [before, text] = [text, editOf(text, before, random, pick)];
      const data =
        random(4) === 0
          ? { variables, model: pick([model, modelOfAll]) }
          : random(2) === 0
            ? { variables }
            : {};
      const contentType = pick(['application/json', 'text/plain', undefined]);
      const options = { ...data, ...(contentType === undefined ? {} : { contentType }) };
      expect(diagnoseDocument(document, text, options)).toEqual(diagnoseAtOnce(text, options));
      const known = { models: variables, sample: undefined };
      const own = ownVariables(parseTemplate(text, { tolerant: true }), known);
      expect(document.ownVariables(text, known)).toEqual(own);
      const offset = random(text.length + 1);
      expect(complete(text, offset, variables, document)).toEqual(
        complete(text, offset, variables, new TemplateDocument()),
      );
    }
  });
});

describe('a template that is edited and run', () => {
  const blanks = [
    '\n',
    '  \n',
    '\t',
    '\r\n',
    ' ',
    '',
    '\n\n',
    '<#t>',
    '<#lt>\n',
    ' <#rt>\n',
    '<#nt>\n',
    '<#-- c -->\n',
  ];
  const around: readonly (readonly [string, string])[] = [
    ['<#if true>\n', '</#if>\n'],
    ['  <#if true> ', '<#else>no</#if>'],
    ['<#list 1..2 as i>\n', '\n<#sep>,</#sep></#list>'],
    ['<#attempt>\n', '<#recover>${.error}\n</#attempt>'],
    ['<#assign captured>', '</#assign>\n${captured}'],
    ['<#compress>\n', '\n</#compress>'],
    ['<#macro called>\n', '</#macro>\n<@called/>'],
    ['<#switch 1>\n<#case 1>\n', '<#break>\n</#switch>'],
    ['<#outputformat "HTML">', '</#outputformat>'],
    ['<#escape x as x!"none">', '</#escape>'],
    ['', ''],
  ];
  const model = fromTypedJson(modelOfAll);
  const renderLimits = { milliseconds: 60_000, steps: 50_000, outputLength: 1_000_000 };

  it('prints and fails as a whole reading of it does, after each edit', { timeout }, () => {
    const random = numbers(SEED + 1);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    const piece = (): string => {
      for (;;) {
        const [open, close] = pick(around);
        const inner = Array.from({ length: 1 + random(3) }, () => pick(running).template + pick(blanks));
        const all = open + inner.join('') + close;
        // What fails ends the output: most is put where that is caught.
        const made = random(10) === 0 ? all : `<#attempt>${all}<#recover>-</#attempt>`;
        if (isReadable(made)) return made;
      }
    };
    let document = new TemplateDocument();
    let pieces: string[] = [];
    let between = '';
    let compared = 0;
    for (let step = 0; step < STEPS / 4; step++) {
      if (step % 50 === 0) {
        document = new TemplateDocument(DEFAULT_PARSE_SETTINGS, pick(limits));
        between = pick(['', '\n']);
        pieces = Array.from({ length: 10 + random(30) }, piece);
        if (random(2) === 0) {
          const [open, close] = pick(around);
          pieces = [open, ...pieces, close];
        }
      }
      const before = pieces;
      const at = random(pieces.length);
      const old = pieces[at] ?? '';
      const place = random(old.length + 1);
      pieces = pieces.toSpliced(
        at,
        random(2),
        ...pick([
          [piece()],
          [pick(blanks)],
          [old + pick(blanks)],
          [old.slice(0, place) + pick(blanks) + old.slice(place)],
          [],
        ]),
      );
      const text = pieces.join(between);
      const outcome = (template: () => string | CompiledTemplate) => {
        try {
          const { output, error } = templateSet(template(), {
            limits: renderLimits,
            now: () => 0,
          }).renderPartially(model);
          return { output, error: error?.message };
        } catch (error) {
          return { error: (error as Error).message };
        }
      };
      const actual = outcome(() => document.compile(text));
      if (isReadable(text)) {
        compared++;
        expect(actual).toEqual(outcome(() => text));
      } else pieces = before;
    }
    expect(compared).toBeGreaterThan(STEPS / 8);
  });

  const silent = `<#assign a = "${'x'.repeat(2000)}"><#-- ${'-'.repeat(200)} -->`;
  it.each([
    ['before what is behind it on its line', `x\n  ${silent}${silent}`, '\n', '${1}\n'],
    ['behind what is before it on its line', 'x\n', '', '${1}', `${silent}${silent}  \ny`],
    ['behind a block that ends on its line', '<#if true>\n', '', '${1}', `${silent}${silent}</#if>  \ny`],
  ])('keeps and strips whitespace %s', (_where, start, before, after, end = 'y') => {
    const document = new TemplateDocument();
    const printed = (template: string | CompiledTemplate): string => templateSet(template).render({});
    for (const between of [before, after, before]) {
      const text = `<#-- c -->${start}${between}${end}`;
      expect(printed(document.compile(text))).toBe(printed(text));
    }
  });
});

function editOf(
  text: string,
  before: string,
  random: (below: number) => number,
  pick: <Item>(items: readonly Item[]) => Item,
): string {
  const at = random(text.length + 1);
  switch (random(8)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(3));
    case 1:
      return text.slice(0, at) + text.slice(at + random(400));
    case 2: {
      const from = random(text.length + 1);
      return text.slice(0, at) + text.slice(from, from + random(600)) + text.slice(at);
    }
    case 3:
      return before === '' ? text : before;
    case 4:
      return text.slice(0, at) + pick(pieces) + text.slice(at + 1);
    default:
      return text.slice(0, at) + pick(pieces) + text.slice(at);
  }
}

describe('what changed between two texts', () => {
  it('gives the new text from the old one', () => {
    const random = numbers(3);
    for (let round = 0; round < 2000; round++) {
      const before = Array.from({ length: random(200) }, () => 'abc'.charAt(random(3))).join('');
      let after = before;
      for (let edit = random(4); edit > 0; edit--) {
        const at = random(after.length + 1);
        after = after.slice(0, at) + 'abcd'.slice(random(5)) + after.slice(at + random(5));
      }
      let made = '';
      let old = 0;
      for (const { from, to, length } of changesBetween(before, after)) {
        expect(from).toBeGreaterThanOrEqual(old);
        made += before.slice(old, from);
        made += after.slice(made.length, made.length + length);
        old = to;
      }
      expect(made + before.slice(old)).toBe(after);
    }
  });

  it('reuses the text between two distant edits', () => {
    const line = (n: number): string => `line ${n} of a template\n`;
    const before = Array.from({ length: 100 }, (_, n) => line(n)).join('');
    const after = before.replace('line 10 ', 'line ten ').replace('line 90 ', 'line 9 ');
    expect(changesBetween(before, after)).toHaveLength(2);
  });
});
