import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startTdesk } from '../builders/run-tdesk.ts';
import type { FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import type { CommandPlan } from './command-plan.ts';
import { makeCommandPlan } from './command-plan.ts';
import { isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { withFatalRequest } from './killed-desk.ts';
import type { KillPoint } from './kill-points.ts';
import { watchRepeated } from './kill-round.ts';
import type { TenantState } from './tenant-state.ts';
import { completeContentsOf, differenceOf } from './tenant-state.ts';

export interface CommandKillRound {
  readonly problems: readonly string[];
  /** Requests that had taken effect when it was killed. */
  readonly taken: number;
  readonly ended: 'killed before it began' | 'resumed' | 'ended by itself' | 'killed after the end';
}

/** Requests of an apply that isn’t killed. */
interface Length {
  readonly reads: number;
  readonly all: number;
}

export interface CommandKills {
  round(killPoint: KillPoint): Promise<CommandKillRound>;
}

/** Kills while it only reads, of all. */
const shareOfReads = 0.15;
let rounds = 0;

/** Rounds that kill `tdesk apply` without a chance to clean up, and let `tdesk resume` end it. */
export async function startCommandKills(tenant: FaultyTenant, proxy: FaultProxy): Promise<CommandKills> {
  const length = await measure(tenant, proxy);
  return { round: (killPoint) => runRound(tenant, proxy, length, killPoint) };
}

const newPlan = (tenant: FaultyTenant, proxy: FaultProxy): Promise<CommandPlan> => {
  rounds += 1;
  return makeCommandPlan(tenant, proxy, `${process.pid}-${rounds}`);
};

async function measure(tenant: FaultyTenant, proxy: FaultProxy): Promise<Length> {
  using plan = await newPlan(tenant, proxy);
  proxy.requests.length = 0;
  const { code, stderr } = await plan.tdesk.run(plan.apply, plan.secrets);
  if (code !== 0) throw new Error(`An apply without a kill ended with ${code}: ${stderr}`);
  return { reads: proxy.requests.findIndex(isWrite), all: proxy.requests.length };
}

async function runRound(
  tenant: FaultyTenant,
  proxy: FaultProxy,
  { reads, all }: Length,
  killPoint: KillPoint,
): Promise<CommandKillRound> {
  using plan = await newPlan(tenant, proxy);
  const problems: string[] = [];
  const taken: ProxiedRequest[] = [];
  watchRepeated({ proxy, taken, problems });
  const { at } = killPoint;
  const fatal =
    at < shareOfReads
      ? Math.floor((at / shareOfReads) * reads)
      : reads + Math.floor(((at - shareOfReads) / (1 - shareOfReads)) * (all - reads));
  const wasKilled = await withFatalRequest(proxy, { fatal, killPoint }, (onStart) => killed(plan, onStart));
  const atKill = taken.length;
  const expect = (what: string, wanted: TenantState): void => {
    const differences = differenceOf(completeContentsOf(wanted), completeContentsOf(tenant.read()));
    problems.push(...differences.map((line) => `${what}: ${line}`));
  };
  const runs = await plan.tdesk.history();
  const [run, ...others] = runs;
  if (others.length > 0) problems.push(`There are ${runs.length} runs.`);
  let id = run?.run;
  let ended: CommandKillRound['ended'] = wasKilled ? 'killed after the end' : 'ended by itself';
  if (run === undefined) {
    expect('killed before it began', plan.before);
    ended = 'killed before it began';
    id = (await plan.tdesk.json(plan.apply, plan.secrets)).run;
  } else if (run.state === 'open') {
    ended = 'resumed';
    // Without the environment of the plan: what is still to be sent is known.
    const resumed = await plan.tdesk.json(['resume', run.run]);
    const { verified } = resumed.summary;
    if (resumed.state !== 'finished' || verified !== plan.total)
      problems.push(`resume says ${resumed.state}, and ${verified} of ${plan.total} verified.`);
  }
  expect(ended, plan.wanted);
  await plan.tdesk.json(['undo', id ?? '']);
  expect('undone', plan.before);
  return { problems, taken: atKill, ended };
}

/** Resolves to whether it was killed before its end. */
async function killed(plan: CommandPlan, onStart: (kill: () => void) => void): Promise<boolean> {
  const child = startTdesk(plan.apply, { env: { ...plan.tdesk.env, ...plan.secrets } });
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  onStart(() => child.kill('SIGKILL'));
  const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== null && child.exitCode !== 0)
    throw new Error(`tdesk apply ended with ${child.exitCode}: ${stderr}`);
  return child.exitCode === null;
}
