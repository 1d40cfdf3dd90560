import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError } from 'vitest/node';

/** Where the errors that no test caught are written: a line each, as a JSON list. */
export const outsideOf = (report: string): string => report.replace(/\.json$/, '.outside.json');

const frameOfProject =
  /(?:contract|languages|main|packages|preload|renderer|tenant|test|tools)\/[^\s()?]+\.(?:ts|svelte)[^\s()]*/;

function inText({ name, message, stack = '' }: SerializedError): string {
  const [first = ''] = stripVTControlCharacters(message).split('\n');
  const place = frameOfProject.exec(stack)?.[0];
  return `${name}: ${first.slice(0, 300)}${place === undefined ? '' : ` (${place})`}`;
}

/** Vitest's JSON report leaves out what failed outside of a test, and a run that failed has to say what did. */
export default class ErrorsOutsideTests implements Reporter {
  readonly #file: string | undefined;

  /** The runner makes it, and gives it no options; the environment says where. */
  constructor({ file = process.env['ERRORS_OUTSIDE_TESTS'] }: { readonly file?: string } = {}) {
    this.#file = file;
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(errors.map(inText)));
  }
}
