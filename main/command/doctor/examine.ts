import { basename, resolve } from 'node:path';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { Context } from '../context.ts';
import { formatChecks } from '../output/table.ts';
import type { Ending } from '../run.ts';
import type { Check } from './checks.ts';
import { runChecks } from './checks.ts';
import { createRedaction } from './redaction.ts';
import { lastLogLines } from './last-log-lines.ts';

/** Checks everything that commands depend on; with `out`, writes a report that can be given away. */
export async function examine(context: Context, out: string | undefined): Promise<Ending> {
  const checks = await runChecks(context);
  if (out !== undefined) await writeReport(context, checks, resolve(out));
  await context.output.print({
    verb: 'doctor',
    data: { checks, ...(out === undefined ? {} : { report: out }) },
    text: () => textOf(context, checks),
  });
  if (out !== undefined)
    context.output.note(`Wrote ${basename(out)}. Look it through before you give it away.`);
  return checks.some(({ status }) => status === 'failed') ? 'internal' : 'done';
}

async function writeReport({ folder }: Context, checks: readonly Check[], path: string): Promise<void> {
  const redact = createRedaction(folder);
  const report = {
    schema: 'tdesk/doctor-report/v1',
    checks: checks.map((each) => ({ ...each, detail: redact(each.detail) })),
    log: lastLogLines(folder).map(redact),
  };
  await replaceFile(path, (sink) => sink(`${JSON.stringify(report, null, 2)}\n`));
}

function textOf({ output }: Context, checks: readonly Check[]): string {
  const signs = {
    ok: output.style('green', '✓'),
    warning: output.style('yellow', '▲'),
    failed: output.style('red', '✗'),
  };
  return formatChecks(
    checks.map(({ check, status, detail }) => ({ sign: signs[status], name: check, detail })),
  );
}
