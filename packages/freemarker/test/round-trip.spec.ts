import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  childExpressions,
  expressionsIn,
  type PlacedExpression,
} from '../src/analysis/expression-children.ts';
import type { Element } from '../src/ast/elements.ts';
import type { Expression } from '../src/ast/expressions.ts';
import { parse, TemplateError, type ParsedTemplate } from '../src/index.ts';
import { parseWholeExpression } from '../src/parser/parse.ts';
import { readCorpus } from './corpus-case.ts';
import { template } from './template-arbitrary.ts';

const corpus = readCorpus(new URL('./corpus/authored.jsonl', import.meta.url)) ?? [];

/** Parses as the editor does, without the whitespace pass that takes text away; undefined if it is malformed. */
function parsed(source: string): ParsedTemplate | undefined {
  try {
    const tree = parse(source, { tolerant: true });
    return tree.errors.length === 0 ? tree : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/**
 * The source of an element, put together from its tag and the sources of its children. A #list with an #else ends
 * only after the #else, which is a sibling: `limit` is where that begins.
 */
function print(element: Element, text: string, limit = text.length): string {
  const { children } = element;
  const end = Math.min(element.end, limit);
  const [first] = children;
  const last = children.at(-1);
  if (first === undefined || last === undefined) return text.slice(element.start, end);
  let inner = '';
  children.forEach((child, index) => {
    const next = children[index + 1];
    inner += print(child, text, next?.start ?? end);
    if (next !== undefined) inner += gapAfter(child, text, next.start);
  });
  return text.slice(element.start, first.start) + inner + text.slice(Math.min(last.end, end), end);
}

/**
 * Allowed text between siblings: blocks without content, which leave nothing in the tree, and the rest of a #stop,
 * whose position is that of its first token as in the original. Anything else would be lost text.
 */
function gapAfter(element: Element, text: string, end: number): string {
  const gap = text.slice(element.end, end);
  let last = element;
  for (let child = last.children.at(-1); child !== undefined; child = last.children.at(-1)) last = child;
  const rest = last.type === 'stop' && last.end === element.end ? gap.replace(/^[^>]*>/, '') : gap;
  expect(rest).toMatch(/^(?:<#(\w+)[^<>]*><\/#\1>)*$/);
  return gap;
}

/** Members that depend on the position of an expression, not on its text. */
const PLACE_KEYS = new Set([
  ...['source', 'start', 'end', 'nameStart', 'nameEnd'],
  ...[
    'outputFormat',
    'autoEscapingPolicy',
    'autoEscape',
    'incompatibleImprovements',
    'escaped',
    'parseTimeValue',
  ],
]);

/** An expression without its place, to compare what was understood. */
function meaning(expression: Expression): unknown {
  const text = JSON.stringify(expression, (key, value: unknown) => {
    if (PLACE_KEYS.has(key)) return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });
  return JSON.parse(text);
}

function expectRoundTrip(source: string): void {
  const tree = parsed(source);
  if (tree === undefined) return;
  const header = source.slice(0, tree.root.start);
  expect(header).toMatch(/^\s*(?:<#ftl[^>]*>\s*)?(?:<#(\w+)[^<>]*><\/#\1>)*$/);
  const last = tree.root.type === 'mixed' ? (tree.root.children.at(-1) ?? tree.root) : tree.root;
  expect(header + print(tree.root, source) + gapAfter(last, source, source.length)).toBe(source);
  for (const placed of expressionsIn(tree.root)) expectExpressionRoundTrip(placed, source);
}

function expectExpressionRoundTrip(placed: PlacedExpression, source: string): void {
  const { expression: node, parent } = placed;
  // The content of a string literal has separate positions.
  if (isInString(parent)) return;
  expect(node.start).toBeGreaterThanOrEqual(parent?.expression.start ?? 0);
  expect(node.end).toBeLessThanOrEqual(parent?.expression.end ?? source.length);
  if (node.type === 'lambda' || dependsOnPlace(node)) return;
  const text = source.slice(node.start, node.end);
  const context = { outputFormat: 'HTML', autoEscapingPolicy: 'disable' } as const;
  // In parentheses, because a bare `>` would end a tag.
  const again = parseWholeExpression(`(${text})`, {}, context);
  expect(again.type).toBe('parenthetical');
  if (again.type === 'parenthetical') expect(meaning(again.inner), text).toEqual(meaning(node));
}

function isInString(placed: PlacedExpression | undefined): boolean {
  return placed !== undefined && (placed.expression.type === 'string' || isInString(placed.parent));
}

/** `x?index` can only be read where `x` is a loop variable, `.args` only in a macro. */
function dependsOnPlace(expression: Expression): boolean {
  return (
    (expression.type === 'special-variable' && expression.name === 'args') ||
    (expression.type === 'built-in' &&
      /^(?:index|counter|has_next|is_\w+|item_\w+|esc|no_esc)$/.test(expression.name)) ||
    childExpressions(expression).some(dependsOnPlace)
  );
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
