import { xmlAttribute, xmlText } from '../../../languages/assertion/xml-text.ts';

export interface TestCase {
  readonly name: string;
  readonly seconds: number;
  /** Why it failed; undefined if it passed. */
  readonly failure?: { readonly message: string; readonly detail: string } | undefined;
  readonly isSkipped?: boolean;
}

export interface TestSuite {
  readonly name: string;
  /** Of the file that the tests are about. */
  readonly file?: string;
  readonly cases: readonly TestCase[];
}

/** The results in the XML format of JUnit, which CI systems read. */
export function junitReport(title: string, suites: readonly TestSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlAttribute(title)}" ${countsOf(all)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, file, cases }: TestSuite): string[] {
  const of = file === undefined ? '' : ` file="${xmlAttribute(file)}"`;
  return [
    `  <testsuite name="${xmlAttribute(name)}"${of} ${countsOf(cases)}>`,
    ...cases.flatMap((each) => caseLines(name, each)),
    '  </testsuite>',
  ];
}

function caseLines(suite: string, { name, seconds, failure, isSkipped }: TestCase): string[] {
  const open = `    <testcase classname="${xmlAttribute(suite)}" name="${xmlAttribute(name)}" time="${seconds.toFixed(3)}"`;
  if (isSkipped === true) return [`${open}><skipped/></testcase>`];
  if (failure === undefined) return [`${open}/>`];
  return [
    `${open}>`,
    `      <failure message="${xmlAttribute(failure.message)}">${xmlText(failure.detail)}</failure>`,
    '    </testcase>',
  ];
}

function countsOf(cases: readonly TestCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped === true).length;
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0);
  return `tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}
