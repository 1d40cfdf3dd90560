import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError } from 'vitest/node';

/** The file for errors that no test caught: a JSON list with one line each. */
export const outsideOf = (report: string): string => report.replace(/\.json$/, '.outside.json');

const frameOfProject =
  /(?:contract|languages|main|packages|preload|renderer|tenant|test|tools)\/[^\s()?]+\.(?:ts|svelte)[^\s()]*/;

function inText({ name, message, stack = '' }: SerializedError): string {
  const [first = ''] = stripVTControlCharacters(message).split('\n');
  const place = frameOfProject.exec(stack)?.[0];
  return `${name}: ${first.slice(0, 300)}${place === undefined ? '' : ` (${place})`}`;
}

/** Vitest's JSON report omits failures outside of tests, but a failed run has to say what failed. */
export default class ErrorsOutsideTests implements Reporter {
  readonly #file: string | undefined;

  /** Created by the runner without options; the environment sets the file. */
  constructor({ file = process.env['ERRORS_OUTSIDE_TESTS'] }: { readonly file?: string } = {}) {
    this.#file = file;
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(errors.map(inText)));
  }
}
