import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementExpressions,
  walkElements,
  walkExpression,
} from '../../../languages/freemarker/analysis/expression-children.ts';
import type { Element } from '../../../languages/freemarker/ast/elements.ts';
import type { Expression } from '../../../languages/freemarker/ast/expressions.ts';
import { parse, TemplateError, type ParsedTemplate } from '../../../languages/freemarker/index.ts';
import { DEFAULT_PARSE_SETTINGS } from '../../../languages/freemarker/parser/parse-options.ts';
import { parseWholeExpression } from '../../../languages/freemarker/parser/parse.ts';
import { readCorpus } from '../../conformance/corpus-case.ts';
import { template } from './template-arbitrary.ts';

const corpus = readCorpus(new URL('../../conformance/corpus/authored.jsonl', import.meta.url)) ?? [];

/** Parses without whitespace stripping, which takes text away; undefined if the template is malformed. */
function parsed(source: string): ParsedTemplate | undefined {
  try {
    return parse(source, { settings: { whitespace_stripping: 'false' } });
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The source of an element, put together from its tag and the sources of its children. */
function print(element: Element, text: string): string {
  const [first] = element.children;
  const last = element.children.at(-1);
  if (first === undefined || last === undefined) return text.slice(element.start, element.end);
  const inner = element.children.map((child) => print(child, text)).join('');
  return text.slice(element.start, first.start) + inner + text.slice(last.end, element.end);
}

/** An expression without positions, to compare what was understood. */
function meaning(expression: Expression): unknown {
  return JSON.parse(
    JSON.stringify(expression, (key, value: unknown) =>
      [
        'source',
        'start',
        'end',
        'nameStart',
        'nameEnd',
        'outputFormat',
        'autoEscapingPolicy',
        'escaped',
      ].includes(key)
        ? undefined
        : typeof value === 'bigint'
          ? String(value)
          : value,
    ),
  );
}

function expectRoundTrip(source: string): void {
  const tree = parsed(source);
  if (tree === undefined) return;
  const header = source.slice(0, tree.root.start);
  expect(header === '' || /^\s*<#ftl[^]*>\s*$/.test(header)).toBe(true);
  expect(header + print(tree.root, source)).toBe(source);
  walkElements(tree.root, (element) => {
    for (const expression of elementExpressions(element)) expectExpressionRoundTrip(expression, source);
  });
}

function expectExpressionRoundTrip(expression: Expression, source: string): void {
  walkExpression(expression, (node, parents) => {
    // What stands inside a string literal has positions of its own.
    if (parents.some(({ type }) => type === 'string')) return;
    expect(node.start).toBeGreaterThanOrEqual(parents.at(-1)?.start ?? 0);
    expect(node.end).toBeLessThanOrEqual(parents.at(-1)?.end ?? source.length);
    if (node.type === 'lambda' || usesLoopVariable(node)) return;
    const text = source.slice(node.start, node.end);
    const context = { outputFormat: 'HTML', autoEscapingPolicy: 'disable' } as const;
    expect(meaning(parseWholeExpression(text, DEFAULT_PARSE_SETTINGS, context)), text).toEqual(meaning(node));
  });
}

/** `x?index` can only be read where `x` is a loop variable. */
function usesLoopVariable(expression: Expression): boolean {
  let found = false;
  walkExpression(expression, (node) => {
    if (node.type === 'built-in' && /^(?:index|counter|has_next|is_\w+|item_\w+|esc|no_esc)$/.test(node.name))
      found = true;
  });
  return found;
}

describe('the positions of the syntax tree', () => {
  it('give back the source of every template of the corpus', () => {
    let count = 0;
    for (const { template: source, line } of corpus) {
      // Templates with other tags or settings are read differently.
      if (line.includes('"config"') || source.startsWith('[#ftl')) continue;
      if (parsed(source) !== undefined) count++;
      expectRoundTrip(source);
    }
    expect(count).toBeGreaterThan(500);
  });

  it('give back the source of generated templates', () => {
    fc.assert(fc.property(template, expectRoundTrip), { numRuns: 500 });
  });
});
