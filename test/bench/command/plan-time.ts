import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import { startTenant } from '../../integration/tenant-process.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from '../changes/benchmark-size.ts';
import { countOf, median, timed } from '../changes/timed.ts';
import { timeOfCommand } from './run-command.ts';

/** A plan that changes the description of every application: of a folder, and of the same choice in the window. */
export async function measurePlan(): Promise<Figure[]> {
  const apps = String(benchmarkSize.applications);
  const tenant = await startTenant({ args: ['--tenants', '1', '--apps', apps, '--admin-token'] });
  const folder = mkdtempSync(join(tmpdir(), 'tdesk-bench-'));
  try {
    const { baseUrl, analyticsUrl, accessToken = '' } = tenant.tenants[0];
    const env = {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TDESK_STATE: join(folder, 'state') },
      ...{ TDESK_TENANT_URL: baseUrl, TDESK_ANALYTICS_URL: analyticsUrl, TDESK_TOKEN: accessToken },
    };
    const files = join(folder, 'tenant');
    const out = join(folder, 'out.json');
    await timeOfCommand(['pull', files], { env, out });
    await using desk = startDesk({ baseUrl, accessToken });
    const { data } = await desk.call('applications.list', { tenantId: desk.tenantId });
    const targetIds = data.map(({ id }) => id);
    const ratios: number[] = [];
    const times: { readonly commandMs: number; readonly windowMs: number }[] = [];
    for (let round = 0; round < benchmarkSize.rounds; round += 1) {
      const description = `Round ${round}`;
      describeAll(files, description);
      const commandMs = await timeOfCommand(['plan', files, '--json'], { env, out });
      const { summary } = JSON.parse(readFileSync(out, 'utf8')) as { summary: { update: number } };
      if (summary.update !== targetIds.length) throw new Error(JSON.stringify(summary));
      const { value: plan, ms: windowMs } = await timed(() =>
        desk.call('changes.plan', {
          tenantId: desk.tenantId,
          request: { from: 'targets', kind: 'application', targetIds, set: { description } },
        }),
      );
      await desk.call('changes.discard', { planId: plan.id });
      times.push({ commandMs, windowMs });
      ratios.push(commandMs / windowMs);
    }
    return [
      {
        figure: `tdesk plan of ${countOf(targetIds.length)} applications that all differ`,
        ratio: median(ratios),
        unit: 'times as long',
        reference: 'the plan of the window for the same changes',
        goal: 'at most 1.2',
        detail: { times },
      },
    ];
  } finally {
    await tenant.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a description into the file of every application. */
function describeAll(folder: string, description: string): void {
  for (const path of readdirSync(join(folder, 'applications'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('application.json')) continue;
    const file = join(folder, 'applications', path);
    const document = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, `${JSON.stringify({ ...document, description }, null, 2)}\n`);
  }
}
