import { sampleLimits } from '../../../../contract/webhooks/sample-limits.ts';
import { isEventObject, readColumns, readSampleEvents } from '../../../../contract/webhooks/sample-events.ts';
import type { OwnSample } from '../../../../contract/webhooks/samples.ts';
import { findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import type { CodeDiagnostic } from '../../../ui/index.ts';
import { formatExact } from '../../../../languages/json/format-exact.ts';
import { parseExact } from '../../../../languages/json/parse-exact.ts';

type Columns = OwnSample['columns'];

type ReadSample =
  | { readonly ok: true; readonly columns: Columns }
  | { readonly ok: false; readonly problems: readonly [CodeDiagnostic, ...CodeDiagnostic[]] };

/** An event in the editor: a JSON object with a member for each column. */
export function sampleText(columns: Columns): string {
  const lines = columns.map(({ name, value }) => `  ${JSON.stringify(name)}: ${formatExact(value)}`);
  return lines.length === 0 ? '{\n}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

/** Parses the text. Never throws; each problem has its position. */
export function readSample(text: string): ReadSample {
  const problem = findJsonProblem(text);
  if (problem !== undefined) {
    const from = Math.min(problem.offset, text.length);
    return { ok: false, problems: [error(problem.message, from, Math.min(from + 1, text.length))] };
  }
  const value = parseExact(text);
  if (!isEventObject(value)) {
    const message = 'An event is an object with a property for each column: { "user_name": "zoe" }.';
    return { ok: false, problems: [error(message, 0, text.length)] };
  }
  const { columns, problems } = readColumns(value);
  const [first, ...others] = problems.map(({ column, message }) => {
    const [from, to] = placeOf(text, column);
    return error(message, from, to);
  });
  return first === undefined ? { ok: true, columns } : { ok: false, problems: [first, ...others] };
}

export type ReadFile =
  | { readonly ok: true; readonly samples: readonly Pick<OwnSample, 'name' | 'columns'>[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the events of a file: one object, or a list of them; each with its columns, or with a `name` and its `columns`. All of
 * them or none: an error names the number of the event.
 */
export function readSampleFile(fileName: string, text: string): ReadFile {
  const problem = findJsonProblem(text);
  if (problem !== undefined) {
    const line = text.slice(0, problem.offset).split('\n').length;
    return { ok: false, message: `${fileName} is not valid JSON. Line ${line}: ${problem.message}` };
  }
  const value = parseExact(text);
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (events.length > sampleLimits.samples) {
    const message = `${fileName} contains ${events.length} events. A tenant can have up to ${sampleLimits.samples} custom samples.`;
    return { ok: false, message };
  }
  const read = readSampleEvents(fileName, value);
  if (!read.ok) return read;
  const stem = fileName.replace(/\.json$/i, '').slice(0, sampleLimits.name - 8) || 'Imported';
  const nameAt = (index: number): string => (events.length === 1 ? stem : `${stem} ${index + 1}`);
  return {
    ok: true,
    samples: read.events.map(({ name, columns }, index) => ({ name: name ?? nameAt(index), columns })),
  };
}

/** Offset of a column's name: the last occurrence, because the last of two members with the same name counts. */
function placeOf(text: string, column: string): readonly [number, number] {
  const name = JSON.stringify(column);
  for (let at = text.lastIndexOf(name); at !== -1; at = text.lastIndexOf(name, at - 1)) {
    if (/^\s*:/.test(text.slice(at + name.length, at + name.length + 100))) return [at, at + name.length];
    if (at === 0) break;
  }
  // Written with unnecessary escapes.
  return [0, text.length];
}

const error = (message: string, from: number, to: number): CodeDiagnostic => ({
  from,
  to,
  severity: 'error',
  message,
});
