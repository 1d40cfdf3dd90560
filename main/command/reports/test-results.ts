import { counted } from '../../../languages/text/intl.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { Context } from '../context.ts';
import { printable } from '../output/printable.ts';
import type { Ending } from '../run.ts';
import { junitReport } from './junit.ts';

export interface TestedCase {
  readonly name: string;
  readonly seconds: number;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed, and what else there is to say; empty for a case that passed. */
  readonly message: string;
  /** Position in the file of the suite, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** What would fix it. */
  readonly fix?: string;
}

export interface TestedFile {
  /** Path as it was named, with `/`. */
  readonly file: string;
  readonly cases: readonly TestedCase[];
}

export interface TestReport {
  readonly verb: string;
  /** What the files are: `Templates`. */
  readonly title: string;
  readonly files: readonly TestedFile[];
  /** Path of a JUnit file to write. */
  readonly junit: string | undefined;
}

/** Prints the results, writes them as JUnit, and annotates a GitHub workflow. Ends with `tests-failed` if a case failed. */
export async function reportTests(context: Context, report: TestReport): Promise<Ending> {
  const { output, env } = context;
  const { verb, title, files, junit } = report;
  const failed = countOf(files, 'failed');
  const summary = {
    files: files.length,
    passed: countOf(files, 'passed'),
    failed,
    skipped: countOf(files, 'skipped'),
  };
  if (junit !== undefined) {
    const text = junitReport(`tdesk ${verb}`, files.map(asSuite));
    await replaceFile(junit, (sink) => sink(Buffer.from(text)));
  }
  if (env['GITHUB_ACTIONS'] === 'true') for (const line of files.flatMap(annotations)) output.say(line);
  await output.print({
    verb,
    data: { summary, files },
    text: () =>
      [
        ...files.flatMap((file) => fileLines(context, file)),
        '',
        `${title}: ${summary.failed} failed, ${summary.passed} passed, ${summary.skipped} skipped in ${counted(files.length, 'file')}`,
      ].join('\n'),
  });
  return failed > 0 ? 'tests-failed' : 'done';
}

const countOf = (files: readonly TestedFile[], wanted: TestedCase['status']): number =>
  files.flatMap(({ cases }) => cases).filter(({ status }) => status === wanted).length;

const asSuite = ({ file, cases }: TestedFile) => ({
  name: file,
  file,
  cases: cases.map((each) => ({
    ...{ name: each.name, seconds: each.seconds, isSkipped: each.status === 'skipped' },
    failure:
      each.status === 'failed'
        ? { message: each.message, detail: `${placeOf(file, each)}: ${each.message}` }
        : undefined,
  })),
});

const placeOf = (file: string, { line, column }: Pick<TestedCase, 'line' | 'column'>): string =>
  [file, line, column].filter((each) => each !== undefined).join(':');

function fileLines({ output }: Context, { file, cases }: TestedFile): string[] {
  const failed = cases.filter(({ status }) => status === 'failed');
  const milliseconds = Math.round(cases.reduce((sum, { seconds }) => sum + seconds, 0) * 1000);
  const checks = counted(cases.length, 'check');
  const count = failed.length === 0 ? checks : `${checks}, ${failed.length} failed`;
  return [
    `${failed.length === 0 ? output.style('green', '✓') : output.style('red', '✗')} ${printable(file)}  ${count}  ${milliseconds} ms`,
    ...failed.flatMap((each) => [
      `   ${output.style('red', '✗')} ${printable(each.name)}  ${printable(placeOf(file, each))}`,
      `     ${printable(each.message)}`,
      ...(each.fix === undefined ? [] : [`     Fix: ${printable(each.fix)}`]),
    ]),
  ];
}

/** Source: GitHub documentation, "Workflow commands". */
function annotations({ file, cases }: TestedFile): string[] {
  return cases
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, line = 1, column = 1 }) => {
      const place = `file=${escapedProperty(file)},line=${line},col=${column},title=${escapedProperty(name)}`;
      return `::error ${place}::${escapedData(message)}`;
    });
}

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string =>
  escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
