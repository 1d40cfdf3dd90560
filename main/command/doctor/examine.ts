import { basename, resolve } from 'node:path';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { diagnosticsReport } from '../../diagnostics/report.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { Context } from '../context.ts';
import { formatChecks } from '../output/table.ts';
import type { Ending } from '../run.ts';
import { readTenants } from '../state/read-tenants.ts';
import type { CommandCheck } from './checks.ts';
import { runChecks } from './checks.ts';

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

async function writeReport(
  { folder }: Context,
  checks: readonly CommandCheck[],
  path: string,
): Promise<void> {
  const text = diagnosticsReport({ folder, tenants: tenantsOf(folder), checks, now: Date.now });
  await replaceFile(path, (sink) => sink(text));
}

/** A database that can't be read is one of the reasons for a report. */
function tenantsOf(folder: string): readonly TenantProfile[] {
  try {
    return readTenants(folder);
  } catch {
    return [];
  }
}

function textOf({ output }: Context, checks: readonly CommandCheck[]): string {
  const signs = {
    ok: output.style('green', '✓'),
    warning: output.style('yellow', '▲'),
    failed: output.style('red', '✗'),
  };
  return formatChecks(
    checks.map(({ check, status, detail }) => ({ sign: signs[status], name: check, detail })),
  );
}
