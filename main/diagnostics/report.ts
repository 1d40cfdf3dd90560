import type { Diagnostic } from '../../contract/diagnostics/diagnostics.ts';
import { lastLogLines } from './last-log-lines.ts';
import type { Redacted } from './redaction.ts';
import { createRedaction } from './redaction.ts';

/** A check by whichever name its host gives it. */
type ReportedCheck = Omit<Diagnostic, 'check'> & { readonly check: string };

export interface ReportParts extends Omit<Redacted, 'proxy'> {
  readonly checks: readonly ReportedCheck[];
  readonly now: () => number;
}

/** The report for support, as JSON: the checks and the end of the log, redacted. */
export function diagnosticsReport({ checks, now, ...redacted }: ReportParts): string {
  const redaction = createRedaction({ ...redacted, proxy: proxyOf(checks) });
  const report = {
    schema: 'tdesk/doctor-report/v1',
    at: new Date(now()).toISOString(),
    checks: checks.map((each) => ({ ...each, detail: redaction.text(each.detail) })),
    log: lastLogLines(redacted.folder).map(redaction.line),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The check names the host of the proxy, then where it comes from. */
function proxyOf(checks: readonly ReportedCheck[]): string | undefined {
  const detail = checks.find(({ check }) => check === 'proxy')?.detail ?? '';
  return /^(\S+) \(\w+\)$/.exec(detail)?.[1];
}
