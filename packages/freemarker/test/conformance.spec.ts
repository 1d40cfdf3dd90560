import { describe, expect, it } from 'vitest';
import { ALLOWED_FAILURES } from './allowed-failures.ts';
import { byArea, disagreement, readCorpus, type CorpusCase } from './corpus-case.ts';

const authored = readCorpus(new URL('./corpus/authored.jsonl', import.meta.url)) ?? [];
const webhooks = readCorpus(new URL('./corpus/webhooks.jsonl', import.meta.url)) ?? [];
const found = readCorpus(new URL('./corpus/found.jsonl', import.meta.url)) ?? [];
const counterparts = readCorpus(new URL('./corpus/counterparts.jsonl', import.meta.url)) ?? [];
// The upstream cases are not part of this repository; they are read from the shared corpus next to it.
const upstream = readCorpus(new URL('../../../../shared/freemarker/corpus/upstream.jsonl', import.meta.url));

const UPSTREAM_GOAL = 0.97;

const isExcepted = ({ name }: CorpusCase): boolean => Object.hasOwn(ALLOWED_FAILURES, name);

/** The excepted cases that agree after all. */
function needlessExceptions(cases: readonly CorpusCase[]): string[] {
  return cases
    .filter((testCase) => isExcepted(testCase) && disagreement(testCase) === undefined)
    .map(({ name }) => name);
}

function failuresOf(cases: readonly CorpusCase[]): string[] {
  return cases.flatMap((testCase) => {
    const problem = disagreement(testCase);
    return problem === undefined ? [] : [`${testCase.name}: ${testCase.template}\n  ${problem}`];
  });
}

describe('the authored corpus', () => {
  it.each(byArea(authored))('prints and fails as the original does: %s', (_area, cases) => {
    expect(failuresOf(cases)).toEqual([]);
  });
});

describe('the webhook corpus', () => {
  it('prints and fails as the original does', () => {
    expect(webhooks.length).toBeGreaterThan(0);
    expect(failuresOf(webhooks)).toEqual([]);
  });
});

describe('the cases that public templates found', () => {
  it.each(byArea(counterparts))('prints and fails as the original does: %s', (_area, cases) => {
    expect(failuresOf(cases)).toEqual([]);
  });
});

describe('the cases that random templates found, one for each cause', () => {
  it('print and fail as the original does, but where a reason is given', () => {
    expect(found.length).toBeGreaterThan(0);
    expect(failuresOf(found.filter((testCase) => !isExcepted(testCase)))).toEqual([]);
  });

  it('gives no reason for a case that agrees, and none for a case that there is not', () => {
    expect(needlessExceptions(found)).toEqual([]);
    const names = new Set([...found, ...(upstream ?? [])].map(({ name }) => name));
    expect(Object.keys(ALLOWED_FAILURES).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.skipIf(upstream === undefined)(
  'the upstream corpus (skipped where the shared corpus is absent)',
  () => {
    const cases = upstream ?? [];

    it.each(byArea(cases))('differs only where a reason is given: %s', (_area, areaCases) => {
      expect(failuresOf(areaCases.filter((testCase) => !isExcepted(testCase)))).toEqual([]);
    });

    it(`agrees in at least ${UPSTREAM_GOAL * 100}% of all cases`, () => {
      const agreeing = cases.filter((testCase) => disagreement(testCase) === undefined).length;
      expect(agreeing / cases.length).toBeGreaterThanOrEqual(UPSTREAM_GOAL);
    });

    it('gives no reason for a case that agrees', () => {
      expect(needlessExceptions(cases)).toEqual([]);
    });
  },
);
