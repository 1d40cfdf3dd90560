import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import { startTenant } from '../../integration/tenant-process.ts';
import { itemsOfPlan } from '../../../main/command/folder/plan-items.ts';
import type { DeskOnTenant } from '../../integration/desk-on-tenant.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from '../changes/benchmark-size.ts';
import { countOf, median, timed } from '../changes/timed.ts';
import { timeOfCommand } from './run-command.ts';

interface RoundTimes {
  readonly commandMs: number;
  readonly windowMs: number;
  /** Of `windowMs`, the part for the plan alone. */
  readonly windowPlanMs: number;
}

/**
 * A plan that changes the description of every application: of a folder, and of the same choice in the window.
 *
 * The command starts, reads the folder and all of the tenant, plans, reads every item of the review, prints it and discards the plan.
 * The window, which is open already, does the part of it that a person sees as one step: it lists the applications, plans, reads every
 * item of the review and discards the plan. The goal compares these two. The second figure, without a goal, compares the whole command
 * with only the call that plans in the window.
 */
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
    const times: RoundTimes[] = [];
    for (let round = 0; round < benchmarkSize.rounds; round += 1) {
      const description = `Round ${round}`;
      describeAll(files, description);
      const commandMs = await timeOfCommand(['plan', files, '--json'], { env, out });
      const { summary } = JSON.parse(readFileSync(out, 'utf8')) as { summary: { update: number } };
      const { value: window, ms: windowMs } = await timed(() => planInWindow(desk, description));
      if (summary.update !== window.items || window.items !== benchmarkSize.applications) {
        throw new Error(`The command has ${summary.update} updates, and the window has ${window.items}.`);
      }
      times.push({ commandMs, windowMs, windowPlanMs: window.planMs });
    }
    const figure = `tdesk plan of ${countOf(benchmarkSize.applications)} applications that all differ`;
    const ratioTo = (reference: 'windowMs' | 'windowPlanMs'): number =>
      median(times.map((round) => round.commandMs / round[reference]));
    return [
      {
        ...{ figure, unit: 'times as long', ratio: ratioTo('windowMs') },
        reference: 'the window, from the list of applications to every item of the review',
        goal: 'at most 1.2',
        detail: { times },
      },
      {
        ...{ figure, unit: 'times as long', ratio: ratioTo('windowPlanMs') },
        reference: 'the call alone that plans in the window',
      },
    ];
  } finally {
    await tenant.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists, plans and reviews the same change in the window. */
async function planInWindow(
  { call, tenantId }: DeskOnTenant,
  description: string,
): Promise<{ readonly items: number; readonly planMs: number }> {
  const { data } = await call('applications.list', { tenantId });
  const targetIds = data.map(({ id }) => id);
  const request = { from: 'targets', kind: 'application', targetIds, set: { description } } as const;
  const { value: plan, ms: planMs } = await timed(() => call('changes.plan', { tenantId, request }));
  const items = await itemsOfPlan(call, plan);
  await call('changes.discard', { planId: plan.id });
  return { items: items.length, planMs };
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
