import type {
  ComparedValue,
  DraftComparison,
  ReceivedSection,
  SignInCheck,
  TestSignIn,
  ValueSource,
} from '../../contract/test-sign-ins/test-sign-ins.ts';
import { outcomeText } from '../../contract/test-sign-ins/test-outcome-text.ts';
import { markdownHead, markdownRow, markdownText } from '../../languages/text/markdown.ts';
import { formatDuration } from '../../languages/text/intl.ts';
import { reportedFact, reportedValue } from './report-values.ts';

export interface ReportedTest {
  readonly test: TestSignIn;
  readonly applicationName: string;
  readonly tenantName: string;
  /** With the draft of the script; undefined when there is none. */
  readonly comparison: DraftComparison | undefined;
}

const protocols = { saml: 'SAML', 'openid-connect': 'OpenID Connect' } as const;
const starts = {
  application: 'the application (SP-initiated)',
  tenant: 'the tenant (IdP-initiated)',
} as const;
const checkStates = { passed: 'Passed', failed: 'Failed', skipped: 'Not checked' } as const;

/** A test sign-in as Markdown for a ticket, without tokens, signatures, certificates and the response itself. */
export function reportOf({ test, applicationName, tenantName, comparison }: ReportedTest): string {
  const { outcome, person } = test;
  const received = outcome?.kind === 'received' ? outcome : undefined;
  return [
    `# Test sign-in to ${markdownText(applicationName)}`,
    facts([
      ['Result', outcomeText(outcome)],
      ['Tenant', tenantName],
      ['Protocol', protocols[test.protocol]],
      ...(test.protocol === 'saml' ? [['Started at', starts[test.startFrom]] as const] : []),
      ['Test user', `${person.displayName} (${person.username})`],
      ['Time', new Date(test.startedAt).toISOString()],
    ]),
    ...(outcome?.kind === 'rejected'
      ? [
          `**${markdownText(outcome.title)}** (${markdownText(outcome.code)}): ${markdownText(outcome.explanation)}`,
        ]
      : []),
    ...(received === undefined ? [] : ['## Checks', checksTable(received.checks)]),
    ...(received?.sections ?? []).flatMap(sectionTable),
    ...(comparison === undefined ? [] : ['## With the script draft', comparisonText(comparison)]),
    '## Steps',
    table(
      ['Step', 'Time', 'Details'],
      test.steps.map(({ title, durationMs, isFailed, facts: details }) => [
        isFailed ? `${title} (failed)` : title,
        durationMs === 0 ? '' : formatDuration(durationMs),
        details.map(({ name, value }) => `${name}: ${reportedValue(name, value)}`).join('\n'),
      ]),
    ),
    ...(received === undefined || received.notes.length === 0
      ? []
      : ['## Notes', received.notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    'Tokens, signatures, certificates and secrets are omitted; IDs of this sign-in are shortened.',
  ]
    .join('\n\n')
    .concat('\n');
}

const facts = (rows: readonly (readonly [name: string, value: string])[]): string =>
  rows.map(([name, value]) => `- ${name}: ${markdownText(value)}`).join('\n');

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [markdownHead(heads), ...rows.map(markdownRow)].join('\n');

function checksTable(checks: readonly SignInCheck[]): string {
  const details = (check: SignInCheck): string =>
    [
      check.explanation ?? reportedFact(check, check.fact),
      ...(check.received === undefined ? [] : [`Received: ${reportedFact(check, check.received)}`]),
      ...(check.expected === undefined ? [] : [`Expected: ${reportedFact(check, check.expected)}`]),
    ].join('\n');
  return table(
    ['Check', 'Result', 'Details'],
    checks.map((check) => [check.name, checkStates[check.state], details(check)]),
  );
}

function sectionTable({ title, values }: ReceivedSection): string[] {
  if (values.length === 0) return [];
  const rows = values.map(({ name, values: all, setBy, from }) => [
    from === undefined ? name : `${name} (${from})`,
    all.map((value) => reportedValue(name, value)).join('\n') || 'no value',
    sourceText(setBy),
  ]);
  return [`## ${markdownText(title)}`, table(['Name', 'Value', 'Set by'], rows)];
}

const sourceText = (source: ValueSource): string =>
  source === 'tenant' ? 'Tenant' : source === 'settings' ? 'Settings' : `Line ${source.line}`;

const signs = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const;

function comparisonText(comparison: DraftComparison): string {
  if (comparison.kind === 'stopped') {
    const { line, message } = comparison;
    return `The draft fails${line === null ? '' : ` at line ${line}`}: ${markdownText(message)} The user couldn't sign in.`;
  }
  const { values, tenantNames, failureNow } = comparison;
  const rows = values.flatMap(({ name, sign, before, after }) =>
    sign === 'same'
      ? []
      : [[name, signs[sign], cellOf(name, before, tenantNames), cellOf(name, after, tenantNames)]],
  );
  const same = values.length - rows.length;
  return [
    ...(failureNow === null ? [] : [`The tenant's script fails: ${markdownText(failureNow)}`]),
    ...(rows.length === 0
      ? ['The draft changes nothing for this user.']
      : [table(['Name', 'Change', 'Now', 'With the draft'], rows)]),
    ...(rows.length === 0 || same === 0 ? [] : [`Unchanged values: ${same}.`]),
  ].join('\n\n');
}

function cellOf(name: string, values: ComparedValue['before'], tenantNames: readonly string[]): string {
  if (values === null) return tenantNames.includes(name) ? 'tenant default' : 'not sent';
  return values.map((value) => reportedValue(name, value)).join('\n') || 'empty';
}
