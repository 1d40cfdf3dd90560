import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromTypedJson, render, renderTraced, TemplateError } from '../src/index.ts';
import type { Value } from '../src/index.ts';
import { readCorpus } from './corpus-case.ts';
import { template } from './template-arbitrary.ts';

const corpus = (readCorpus(new URL('./corpus/authored.jsonl', import.meta.url)) ?? []).map(
  (testCase) => testCase.template,
);

const model: Value = fromTypedJson({
  a: 1,
  b: true,
  s: 'Hello "World"',
  xs: [1, 'two', 3.5],
  user: { name: 'Ann', tags: ['x', 'y'] },
  m: { k: 'v' },
});
const options = { now: () => 1_700_000_000_000, limits: { steps: 100_000, milliseconds: 500 } };

function outcome(work: () => string): string {
  try {
    return `printed ${work()}`;
  } catch (error) {
    if (error instanceof TemplateError) return `failed ${error.message}`;
    throw error;
  }
}

/** True for one that prints something. */
function isReadable(source: string): boolean {
  const plain = outcome(() => render(source, model, options));
  let result: ReturnType<typeof renderTraced> | undefined;
  const traced = outcome(() => {
    result = renderTraced(source, model, options);
    return result.output;
  });
  expect(traced).toBe(plain);
  if (result === undefined || result.output === '') return false;
  let at = 0;
  for (const { from, to, start, end } of result.ranges) {
    expect([from, to > from, start >= 0, end > start, end <= source.length]).toEqual([
      at,
      true,
      true,
      true,
      true,
    ]);
    at = to;
  }
  expect(at).toBe(result.output.length);
  return true;
}

it('attributes every printed character to its source, in order, and prints the same', () => {
  const compared = corpus
    .filter((source) => !/<#(include|import)|interpret|eval/.test(source))
    .filter(isReadable);
  expect(compared.length).toBeGreaterThan(250);
  fc.assert(
    fc.property(
      template.filter((source) => !/#(include|import)|interpret|eval/.test(source)),
      (source) => void isReadable(source),
    ),
    { numRuns: 500 },
  );
});
