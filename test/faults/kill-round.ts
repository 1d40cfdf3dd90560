import { rmSync } from 'node:fs';
import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { isSameRequest, isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import type { KilledProfile } from './killed-desk.ts';
import { killAtRequest, killAtSave, startOn } from './killed-desk.ts';
import type { KilledPlan } from './killed-plan.ts';
import { applyAllButTheLast, makeKilledPlan, missingOf, prepareKilledPlan } from './killed-plan.ts';
import type { KillPoint } from './kill-points.ts';
import type { TenantState } from './tenant-state.ts';
import { contentsOf, differenceOf } from './tenant-state.ts';

/** The operations during which the app is killed. */
export const killedWhile = ['typing', 'applying', 'undoing', 'rolling back'] as const;
export type KilledWhile = (typeof killedWhile)[number];
type Sending = Exclude<KilledWhile, 'typing'>;

export interface KillRound {
  readonly problems: readonly string[];
  /** What had been acknowledged when it was killed. */
  readonly acknowledged: number;
  readonly wasOpen: boolean;
  /** How it was brought to an end. */
  readonly ended: 'nothing to do' | 'resumed' | 'rolled back';
}

interface Round extends KilledProfile {
  readonly killPoint: KillPoint;
  readonly suffix: string;
  readonly problems: string[];
  /** Requests that took effect. */
  readonly taken: ProxiedRequest[];
}

/** About as many requests as the work takes, reads included. */
const requestsOf = { applying: 40, undoing: 40, 'rolling back': 30 } as const;
const maxSaves = 60;
let rounds = 0;

/** Runs the app in a child process, kills it without a chance to clean up, and checks what remains. */
export async function runKillRound(
  tenant: FaultyTenant,
  what: KilledWhile,
  killPoint: KillPoint,
): Promise<KillRound> {
  rounds += 1;
  await using proxy = await startFaultProxy(tenant.address.baseUrl);
  const folder = makeFastFolder();
  const suffix = `${process.pid}-${rounds}`;
  const round: Round = { tenant, proxy, folder, killPoint, suffix, problems: [], taken: [] };
  watchRepeated(round);
  try {
    return what === 'typing' ? await killTyping(round) : await killSending(round, what);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds each request that takes effect to `taken`, and a problem for one that did before. */
export function watchRepeated({ proxy, taken, problems }: Pick<Round, 'proxy' | 'taken' | 'problems'>): void {
  proxy.setWitness(({ request, status, response }) => {
    if (!isWrite(request) || status >= 400 || /"success"\s*:\s*false/.test(response)) return;
    if (isRepeated(taken, request)) {
      problems.push(`Took effect twice: ${request.method} ${request.path} ${request.body.slice(0, 200)}`);
    }
    taken.push(request);
  });
}

/**
 * True where this took effect before. What is sent whole may be so again after it was something else: a take-back of a
 * later item leads back to it.
 */
function isRepeated(taken: readonly ProxiedRequest[], request: ProxiedRequest): boolean {
  if (!/UpdateApplicationDE|SetCustomerConfig/i.test(request.path)) {
    return taken.some((earlier) => isSameRequest(earlier, request));
  }
  const last = taken.findLast(({ path }) => path === request.path);
  return last !== undefined && isSameRequest(last, request);
}

async function killTyping(round: Round): Promise<KillRound> {
  const { killPoint, problems } = round;
  const saves = 1 + Math.floor(killPoint.at * maxSaves);
  const targetId = 'application-of-the-draft';
  const work = { does: 'type', targetId, application: 'Payroll' } as const;
  const lines = await killAtSave(round, work, { saves, killPoint });
  const saved = lines.filter((line) => line.startsWith('saved ')).length;
  await using desk = startOn(round);
  const draft = await desk.call('drafts.get', { tenantId: desk.tenantId, kind: 'script', targetId });
  const letters = JSON.stringify(draft?.state).match(/x/g)?.length ?? 0;
  // There may be one more on disk than was acknowledged.
  if (letters < saved || letters > saved + 1) {
    problems.push(`${saved} letters were saved, and ${letters} are there.`);
  }
  return { problems, acknowledged: saved, wasOpen: false, ended: 'nothing to do' };
}

async function killSending(round: Round, what: Sending): Promise<KillRound> {
  const { tenant, killPoint, problems } = round;
  const killed = await prepareKilledPlan(tenant, round.suffix);
  const untouched = tenant.read();
  const planId = await planToSend(round, what, killed);
  round.taken.length = 0;
  const before = tenant.read();
  const does = what === 'rolling back' ? 'roll back' : 'apply';
  const lines = await killAtRequest(round, { does, planId }, { requests: requestsOf[what], killPoint });
  const acknowledged = lines
    .filter((line) => line.startsWith('settled '))
    .map((line) => line.split(' ') as [string, string, ItemState]);
  await using desk = startOn(round);
  const open = await desk.call('changes.open', undefined);
  for (const [, id, state] of acknowledged) {
    if (state === 'verified') problems.push(...(await forgotten(desk, id, [planId, ...idsOf(open)])));
  }
  const { ended, wrong } = await bringToAnEnd(desk, round, { what, planId, killed, before, untouched });
  problems.push(...wrong.map((line) => `${ended}: ${line}`));
  const left = await desk.call('changes.open', undefined);
  if (left.length > 0) problems.push(`Still open: ${left.map(({ title }) => title).join(', ')}`);
  return { problems, acknowledged: acknowledged.length, wasOpen: open.length > 0, ended };
}

const idsOf = (plans: readonly Plan[]): string[] => plans.map(({ id }) => id);

/** Returns the plan that the child resumes. */
async function planToSend(round: Round, what: Sending, killed: KilledPlan): Promise<string> {
  await using desk = startOn(round);
  const { id: planId } = await makeKilledPlan(desk, killed, round.tenant.read());
  if (what === 'applying') return planId;
  if (what === 'rolling back') {
    await applyAllButTheLast(desk, round.proxy, planId);
    return planId;
  }
  await desk.call('changes.apply', { planId });
  const { tenantId } = desk;
  return (await desk.call('changes.plan', { tenantId, request: { from: 'undo', planId } })).id;
}

/** Everything it had reported as verified is verified on disk. */
async function forgotten(desk: FaultyDesk, id: string, planIds: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const planId of planIds) {
    const { items } = await desk.call('changes.items', { planId });
    const item = items.find((one) => one.id === id);
    if (item === undefined || item.state === 'verified' || item.state === 'taken-back') continue;
    problems.push(`${item.title} was told as verified, and is ${item.state}.`);
  }
  return problems;
}

interface Sent {
  readonly what: Sending;
  readonly planId: string;
  readonly killed: KilledPlan;
  /** What the tenant had when it was killed while that was done, and before there was any plan. */
  readonly before: TenantState;
  readonly untouched: TenantState;
}

interface End {
  readonly ended: KillRound['ended'];
  /** How the tenant differs from the expected state for this outcome. */
  readonly wrong: readonly string[];
}

/** Finishes it as a user would, and compares the tenant with the expected state. */
async function bringToAnEnd(desk: FaultyDesk, round: Round, sent: Sent): Promise<End> {
  const { tenant, killPoint } = round;
  const { what, planId, killed, before, untouched } = sent;
  const expect = (ended: End['ended'], wanted: TenantState): End => ({
    ended,
    wrong: differenceOf(contentsOf(wanted), contentsOf(tenant.read())),
  });
  const [open] = await desk.call('changes.open', undefined);
  if (what === 'rolling back') {
    if (open === undefined) return expect('nothing to do', untouched);
    const isBegun = open.origin.type === 'take-back';
    await desk.call(isBegun ? 'changes.resume' : 'changes.takeBack', { planId: open.id });
    return expect(isBegun ? 'resumed' : 'rolled back', untouched);
  }
  const done = (ended: End['ended']): End =>
    what === 'applying'
      ? { ended, wrong: missingOf(killed, before, tenant.read()) }
      : expect(ended, untouched);
  const plan = await desk.call('changes.get', { planId });
  if (plan.state === 'planned') return expect('nothing to do', before);
  if (open === undefined) return done('nothing to do');
  if (killPoint.ending < 0.5) {
    await desk.call('changes.resume', { planId });
    return done('resumed');
  }
  await desk.call('changes.takeBack', { planId });
  return expect('rolled back', before);
}
