import { existsSync, readFileSync } from 'node:fs';
import { runCase, type CaseError, type CaseResult } from '../src/command/case-runner.ts';

/** Where the original fails: lines and columns from 1, or null for an error without a place. */
export interface ExpectedError {
  readonly phase: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/** A case of the corpus: a template and what the original makes of it. */
export interface CorpusCase {
  readonly name: string;
  readonly area: string;
  readonly template: string;
  readonly expected?: string;
  readonly error?: ExpectedError;
  /** The line of the file: the input of the engine's command. */
  readonly line: string;
}

/** Cases from a file of JSON lines; undefined if there is no such file. */
export function readCorpus(path: URL): readonly CorpusCase[] | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => ({ ...(JSON.parse(line) as Omit<CorpusCase, 'line'>), line }));
}

/** What is wrong with the engine's result for a case, or undefined if it agrees with the original. */
export function disagreement(testCase: CorpusCase): string | undefined {
  const result: CaseResult = runCase(testCase.line);
  if (testCase.error === undefined) {
    if ('output' in result && result.output === testCase.expected) return undefined;
    return `expected ${JSON.stringify(testCase.expected)}, got ${JSON.stringify(result)}`;
  }
  if ('error' in result && sameError(testCase.error, result.error)) return undefined;
  return `expected ${JSON.stringify(testCase.error)}, got ${JSON.stringify(result)}`;
}

function sameError(expected: ExpectedError, actual: CaseError): boolean {
  if (expected.phase !== actual.phase) return false;
  // A stack overflow of the original and errors of settings have no place in the template.
  if (expected.phase === 'fatal' || expected.line === null) return true;
  return (
    expected.line === actual.line &&
    expected.column === actual.column &&
    expected.endLine === actual.endLine &&
    expected.endColumn === actual.endColumn
  );
}

export function byArea(cases: readonly CorpusCase[]): readonly (readonly [string, readonly CorpusCase[]])[] {
  return [...Map.groupBy(cases, ({ area }) => area)];
}
