import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startTdesk } from '../builders/run-tdesk.ts';
import type { FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import type { RunDocument } from '../builders/pulled-folder.ts';
import type { CommandFolder, CommandPlan } from './command-plan.ts';
import { makeCommandFolder } from './command-plan.ts';
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

export interface CommandKills extends Disposable {
  round(killPoint: KillPoint): Promise<CommandKillRound>;
}

/** Kills while it only reads, of all. */
const shareOfReads = 0.15;
let folders = 0;

/**
 * Rounds that kill `tdesk apply` without a chance to clean up, let `tdesk resume` end it, and undo it. Each begins on the tenant as
 * the one before left it: as it was. So one folder serves them all, as long as none finds a problem.
 */
export async function startCommandKills(tenant: FaultyTenant, proxy: FaultProxy): Promise<CommandKills> {
  let folder = await newFolder(tenant, proxy);
  const length = await measure(await folder.plan(), proxy);
  return {
    async round(killPoint) {
      const round = await runRound({ tenant, proxy, length, plan: await folder.plan() }, killPoint);
      if (round.problems.length > 0) {
        folder[Symbol.dispose]();
        folder = await newFolder(tenant, proxy);
      }
      return round;
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const newFolder = (tenant: FaultyTenant, proxy: FaultProxy): Promise<CommandFolder> => {
  folders += 1;
  return makeCommandFolder(tenant, proxy, `${process.pid}-${folders}`);
};

async function measure({ tdesk, apply, secrets }: CommandPlan, proxy: FaultProxy): Promise<Length> {
  proxy.requests.length = 0;
  const { code, stderr, stdout } = await tdesk.run([...apply, '--json'], secrets);
  if (code !== 0) throw new Error(`An apply without a kill ended with ${code}: ${stderr}`);
  const length = { reads: proxy.requests.findIndex(isWrite), all: proxy.requests.length };
  await tdesk.json(['undo', (JSON.parse(stdout) as RunDocument).run]);
  return length;
}

interface Round {
  readonly tenant: FaultyTenant;
  readonly proxy: FaultProxy;
  readonly plan: CommandPlan;
  readonly length: Length;
}

async function runRound(
  { tenant, proxy, plan, length: { reads, all } }: Round,
  killPoint: KillPoint,
): Promise<CommandKillRound> {
  const { tdesk } = plan;
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
  const runs = await tdesk.history();
  const [run, ...others] = runs;
  if (others.length > 0) problems.push(`There are ${runs.length} runs.`);
  let id = run?.run;
  let ended: CommandKillRound['ended'] = wasKilled ? 'killed after the end' : 'ended by itself';
  if (run === undefined) {
    expect('killed before it began', plan.before);
    ended = 'killed before it began';
    id = (await tdesk.json(plan.apply, plan.secrets)).run;
  } else if (run.state === 'open') {
    ended = 'resumed';
    // Without the environment of the plan: what is still to be sent is known.
    const resumed = await tdesk.json(['resume', run.run]);
    const { verified } = resumed.summary;
    if (resumed.state !== 'finished' || verified !== plan.total)
      problems.push(`resume says ${resumed.state}, and ${verified} of ${plan.total} verified.`);
  }
  expect(ended, plan.wanted);
  await tdesk.json(['undo', id ?? '']);
  expect('undone', plan.before);
  return { problems, taken: atKill, ended };
}

/** Resolves to whether it was killed before its end. */
async function killed(
  { tdesk: { env }, apply, secrets }: CommandPlan,
  onStart: (kill: () => void) => void,
): Promise<boolean> {
  const child = startTdesk(apply, { env: { ...env, ...secrets } });
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  onStart(() => child.kill('SIGKILL'));
  const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== null && child.exitCode !== 0)
    throw new Error(`tdesk apply ended with ${child.exitCode}: ${stderr}`);
  return child.exitCode === null;
}
