import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete } from '../src/completion/index.ts';
import { diagnose } from '../src/diagnostics/index.ts';
import { fromTypedJson, parse, render, TemplateError, type Value } from '../src/index.ts';
import { readCorpus } from './corpus-case.ts';
import { mutated, template } from './template-arbitrary.ts';

/** A short run by default; `FUZZ_RUNS=100000` for the long one. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1500);
/** What one template may take, in milliseconds of processor time: wall time depends on what else the machine does. */
const PATIENCE = 1500;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const limits = {
  milliseconds: 500,
  steps: 200_000,
  outputLength: 1_000_000,
  stringLength: 1_000_000,
  regexSteps: 200_000,
};

const corpus = (readCorpus(new URL('./corpus/authored.jsonl', import.meta.url)) ?? []).map(
  (testCase) => testCase.template,
);

const model: Value = fromTypedJson({
  a: 1,
  b: true,
  s: 'Hello "World"',
  n: null,
  xs: [1, 'two', 3.5, [4]],
  user: { name: 'Ann', tags: ['x', 'y'] },
  item: { $type: 'datetime', value: 1_700_000_000_123 },
  m: { k: 'v' },
});

/** Renders; any error but the engine's own is a bug, and so is taking longer than the limits allow. */
function renderSafely(source: string): void {
  const start = processorTime();
  try {
    expect(typeof render(source, model, { limits, templates: { 'x.ftl': source } })).toBe('string');
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    expect(error.line === 0 || error.endLine >= error.line).toBe(true);
  }
  expect(processorTime() - start).toBeLessThan(PATIENCE);
}

/** The editor's side: parsing continues after errors, and nothing may throw. */
function editSafely(source: string): void {
  const start = processorTime();
  try {
    for (const error of parse(source, { tolerant: true }).errors) expect(error).toBeInstanceOf(TemplateError);
  } catch (error) {
    // Only what cannot be read at all, such as endless nesting.
    expect(error).toBeInstanceOf(TemplateError);
  }
  diagnose(source);
  complete(source, Math.floor(source.length / 2), []);
  expect(processorTime() - start).toBeLessThan(PATIENCE);
}

describe('fuzzing', { timeout: 60_000 + RUNS * 100 }, () => {
  it('renders generated templates or fails with a typed error', () => {
    fc.assert(fc.property(template, renderSafely), { numRuns: Math.ceil(RUNS / 2) });
  });

  it('survives mutations of the corpus and of generated templates', () => {
    const source = mutated(fc.oneof(template, fc.constantFrom(...corpus)));
    const both = fc.property(source, (text) => {
      renderSafely(text);
      editSafely(text);
    });
    fc.assert(both, { numRuns: Math.ceil(RUNS / 2) });
  });
});
