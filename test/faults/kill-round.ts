import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Edit, ItemState, Plan } from '../../contract/changes.ts';
import { originsTargetId } from '../../contract/origins.ts';
import type { FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { nodeBinary } from '../integration/tenant-process.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { createFaultyVault, startFaultyDesk } from './faulty-desk.ts';
import { isSameRequest, isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import type { TenantState } from './tenant-state.ts';
import { contentsOf, differenceOf } from './tenant-state.ts';

/** What a desk is killed in the middle of. */
export const killedWhile = ['typing', 'applying', 'undoing', 'taking back'] as const;
export type KilledWhile = (typeof killedWhile)[number];

export interface KillRound {
  readonly problems: readonly string[];
  /** What had been acknowledged when it was killed. */
  readonly acknowledged: number;
  readonly wasOpen: boolean;
  /** How it was brought to an end. */
  readonly ended: 'nothing to do' | 'gone on with' | 'taken back';
}

/** When it is killed, each from 0 to 1: which request or save, on which side of it, and how much later. */
export interface Moment {
  readonly at: number;
  readonly side: number;
  readonly later: number;
  /** Below a half, what is open is gone on with; else it is taken back. */
  readonly ending: number;
}

/** Most of a round is the start of the child: what was compiled is kept between them. */
const compileCache = join(tmpdir(), 'tenant-desk-faults-compiled');
const child = fileURLToPath(new URL('./desk-in-child.ts', import.meta.url));
let rounds = 0;

/** Has a desk in a process of its own do its work, ends it without a chance to clean up, and looks at what is left. */
export async function runKillRound(
  tenant: FaultyTenant,
  what: KilledWhile,
  moment: Moment,
): Promise<KillRound> {
  rounds += 1;
  await using proxy = await startFaultProxy(tenant.address.baseUrl);
  const folder = makeFastFolder();
  try {
    const round = new Round({ tenant, proxy, folder, moment, suffix: `${process.pid}-${rounds}` });
    return what === 'typing' ? await round.type() : await round.send(what);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RoundParts {
  readonly tenant: FaultyTenant;
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly moment: Moment;
  readonly suffix: string;
}

/** About as many requests as the work takes, reads included. */
const requestsOf = { applying: 40, undoing: 40, 'taking back': 30 } as const;
const mostSaves = 60;
const laterMs = 12;

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

class Round {
  readonly #parts: RoundParts;
  readonly #problems: string[] = [];
  readonly #taken: ProxiedRequest[] = [];

  constructor(parts: RoundParts) {
    this.#parts = parts;
    parts.proxy.setWitness(({ request, status, answer }) => {
      if (!isWrite(request) || status >= 400 || /"success"\s*:\s*false/.test(answer)) return;
      if (isRepeated(this.#taken, request)) {
        this.#problems.push(
          `Took effect twice: ${request.method} ${request.path} ${request.body.slice(0, 200)}`,
        );
      }
      this.#taken.push(request);
    });
  }

  async type(): Promise<KillRound> {
    const { moment } = this.#parts;
    const enough = 1 + Math.floor(moment.at * mostSaves);
    const targetId = 'application-of-the-draft';
    const lines = await this.#dieWhile({ does: 'type', targetId, application: 'Payroll' }, (line, kill) => {
      if (line === `saved ${enough}`) void delay(moment.later * laterMs).then(kill);
    });
    const saved = lines.filter((line) => line.startsWith('saved ')).length;
    await using desk = this.#begin();
    const draft = await desk.call('drafts.get', { tenantId: desk.tenantId, kind: 'script', targetId });
    const letters = JSON.stringify(draft?.state).match(/x/g)?.length ?? 0;
    // One more may be on the disk than was told.
    if (letters < saved || letters > saved + 1) {
      this.#problems.push(`${saved} letters were saved, and ${letters} are there.`);
    }
    return { problems: this.#problems, acknowledged: saved, wasOpen: false, ended: 'nothing to do' };
  }

  async send(what: Exclude<KilledWhile, 'typing'>): Promise<KillRound> {
    const { tenant } = this.#parts;
    const untouched = await this.#prepareThings();
    const planId = await this.#prepare(what);
    this.#taken.length = 0;
    const before = tenant.read();
    const does = what === 'taking back' ? 'take back' : 'apply';
    const lines = await this.#dieAtRequest({ does, planId }, requestsOf[what]);
    const acknowledged = lines
      .filter((line) => line.startsWith('settled '))
      .map((line) => line.split(' ') as [string, string, ItemState]);
    await using desk = this.#begin();
    const open = await desk.call('changes.open', undefined);
    for (const [, id, state] of acknowledged) {
      if (state === 'verified') await this.#checkAcknowledged(desk, id, state, open, planId);
    }
    const ended = await this.#end(desk, { what, planId, before, untouched });
    const left = await desk.call('changes.open', undefined);
    if (left.length > 0) this.#problems.push(`Still open: ${left.map(({ title }) => title).join(', ')}`);
    return {
      problems: this.#problems,
      acknowledged: acknowledged.length,
      wasOpen: open.length > 0,
      ended,
    };
  }

  /** The application and the list that the plan changes; answers what the tenant has then. */
  async #prepareThings(): Promise<TenantState> {
    const { tenant, suffix } = this.#parts;
    this.#applicationId = await tenant.administrator.addApplication('Generic SAML');
    await tenant.administrator.changeApplication(this.#applicationId, {
      Name: `Killed ${suffix}`,
      Description: 'As it was.',
      Script: 'setAudience("as it was");\n',
    });
    return tenant.read();
  }
  #applicationId = '';

  /** Answers the plan that the child goes on with. */
  async #prepare(what: Exclude<KilledWhile, 'typing'>): Promise<string> {
    await using desk = this.#begin();
    const { tenantId } = desk;
    const plan = await desk.call('changes.plan', {
      tenantId,
      request: { from: 'edits', edits: this.#edits() },
    });
    if (what === 'applying') return plan.id;
    if (what === 'taking back') {
      await this.#applyAllButOne(desk, plan);
      return plan.id;
    }
    await desk.call('changes.apply', { planId: plan.id });
    const undo = await desk.call('changes.plan', { tenantId, request: { from: 'undo', planId: plan.id } });
    return undo.id;
  }

  async #applyAllButOne(desk: FaultyDesk, plan: Plan): Promise<void> {
    const { proxy } = this.#parts;
    proxy.setFaults((request) => {
      if (isWrite(request) && request.path.endsWith('/rules/webhook') && request.body.includes('third')) {
        return { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } };
      }
      return { kind: 'pass' };
    });
    await desk.call('changes.apply', { planId: plan.id });
    proxy.setFaults(() => ({ kind: 'pass' }));
  }

  #edits(): Edit[] {
    const { tenant, suffix } = this.#parts;
    const { applications, origins } = tenant.read();
    const application = applications.get(this.#applicationId);
    if (application === undefined) throw new Error('The application is not there.');
    const webhook = (name: string): Edit => ({
      kind: 'webhook',
      targetId: null,
      base: null,
      wanted: {
        name: `${name} ${suffix}`,
        description: '',
        url: 'https://hooks.acme.example/killed',
        method: 'POST',
        contentType: 'application/json',
        headers: '',
        requestBody: '{}',
        enabled: true,
        eventType: 'SecurityAlert',
        riskLevel: 'Low',
      },
    });
    const { name, script } = application;
    return [
      webhook('first'),
      {
        kind: 'application',
        targetId: this.#applicationId,
        base: application,
        wanted: { ...application, description: 'Described.' },
      },
      webhook('second'),
      {
        kind: 'script',
        targetId: this.#applicationId,
        base: { application: name, script: script ?? '' },
        wanted: { application: name, script: 'setAudience("ours");\n' },
      },
      {
        kind: 'origins',
        targetId: originsTargetId,
        base: { origins: [...origins] },
        wanted: { origins: [...origins, `killed-${suffix}.example`] },
      },
      webhook('third'),
    ];
  }

  #begin(): FaultyDesk {
    const { proxy, folder, tenant } = this.#parts;
    const get = async () => tenant.accessToken;
    const { baseUrl } = proxy;
    const vault = createFaultyVault();
    return startFaultyDesk({
      baseUrl,
      folder,
      vault,
      tokens: { get, replace: get },
      pause: async () => undefined,
    });
  }

  async #dieAtRequest(work: object, requests: number): Promise<readonly string[]> {
    const { proxy, moment } = this.#parts;
    const fatal = Math.floor(moment.at * requests);
    let kill: () => void = () => undefined;
    let count = 0;
    const dying = async (): Promise<void> => {
      await delay(moment.later * laterMs);
      kill();
    };
    proxy.setFaults((request) => {
      count += 1;
      // Half of them die after a while, wherever they are then; of the others the tenant gets the request or does not.
      if (count - 1 === fatal) void dying();
      if (count - 1 === fatal && moment.side < 0.25 && isWrite(request)) return { kind: 'hold-request' };
      if (count - 1 === fatal && moment.side < 0.5 && isWrite(request)) return { kind: 'hold-answer' };
      return { kind: 'pass' };
    });
    const lines = await this.#dieWhile(work, (_line, end) => {
      kill = end;
    });
    proxy.setFaults(() => ({ kind: 'pass' }));
    return lines;
  }

  async #dieWhile(
    work: object,
    onLine: (line: string, kill: () => void) => void,
  ): Promise<readonly string[]> {
    const { folder, proxy, tenant } = this.#parts;
    const args = [child, folder, proxy.baseUrl, tenant.accessToken, JSON.stringify(work)];
    const running = spawn(nodeBinary, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    const ended = once(running, 'exit');
    const lines: string[] = [];
    const reader = createInterface({ input: running.stdout });
    reader.on('line', (line) => {
      lines.push(line);
      onLine(line, () => running.kill('SIGKILL'));
    });
    const closed = once(reader, 'close');
    await ended;
    await closed;
    return lines;
  }

  /** What it had told as settled is so on the disk. */
  async #checkAcknowledged(
    desk: FaultyDesk,
    id: string,
    state: ItemState,
    open: readonly Plan[],
    planId: string,
  ): Promise<void> {
    for (const plan of [planId, ...open.map((one) => one.id)]) {
      const { items } = await desk.call('changes.items', { planId: plan });
      const item = items.find((one) => one.id === id);
      if (item !== undefined && item.state !== state && item.state !== 'taken-back') {
        this.#problems.push(`${item.title} was told as ${state}, and is ${item.state}.`);
      }
    }
  }

  /** Brings it to an end as a person would, and compares the tenant with what that has to lead to. */
  async #end(
    desk: FaultyDesk,
    round: {
      readonly what: Exclude<KilledWhile, 'typing'>;
      readonly planId: string;
      readonly before: TenantState;
      readonly untouched: TenantState;
    },
  ): Promise<KillRound['ended']> {
    const { what, planId, before, untouched } = round;
    const [open] = await desk.call('changes.open', undefined);
    const isLeft = this.#parts.moment.ending < 0.5;
    if (what === 'applying') {
      const plan = await desk.call('changes.get', { planId });
      if (plan.state === 'planned') return await this.#expectState('nothing to do', before);
      if (open === undefined) return await this.#expectApplied('nothing to do', before);
      if (isLeft) {
        await desk.call('changes.resume', { planId });
        return await this.#expectApplied('gone on with', before);
      }
      await desk.call('changes.takeBack', { planId });
      return await this.#expectState('taken back', before);
    }
    if (what === 'undoing') {
      const plan = await desk.call('changes.get', { planId });
      if (plan.state === 'planned') return await this.#expectState('nothing to do', before);
      if (open === undefined) return await this.#expectState('nothing to do', untouched);
      if (isLeft) {
        await desk.call('changes.resume', { planId });
        return await this.#expectState('gone on with', untouched);
      }
      await desk.call('changes.takeBack', { planId });
      return await this.#expectState('taken back', before);
    }
    if (open === undefined) return await this.#expectState('nothing to do', untouched);
    const isBegun = open.origin.type === 'take-back';
    if (isBegun) await desk.call('changes.resume', { planId: open.id });
    else await desk.call('changes.takeBack', { planId: open.id });
    return await this.#expectState(isBegun ? 'gone on with' : 'taken back', untouched);
  }

  async #expectState(ended: KillRound['ended'], wanted: TenantState): Promise<KillRound['ended']> {
    const { tenant } = this.#parts;
    for (const line of differenceOf(contentsOf(wanted), contentsOf(tenant.read()))) {
      this.#problems.push(`${ended}: ${line}`);
    }
    return ended;
  }

  async #expectApplied(ended: KillRound['ended'], before: TenantState): Promise<KillRound['ended']> {
    const { tenant, suffix } = this.#parts;
    const { webhooks, applications, origins } = tenant.read();
    const added = [...webhooks].filter(([id]) => !before.webhooks.has(id)).map(([, { name }]) => name);
    const wanted = ['first', 'second', 'third'].map((name) => `${name} ${suffix}`);
    if (JSON.stringify(added) !== JSON.stringify(wanted)) {
      this.#problems.push(`${ended}: the new webhooks are ${JSON.stringify(added)}.`);
    }
    const application = applications.get(this.#applicationId);
    if (application?.description !== 'Described.' || application.script !== 'setAudience("ours");\n') {
      this.#problems.push(`${ended}: the application is ${JSON.stringify(application)}.`);
    }
    if (origins.length !== before.origins.length + 1) {
      this.#problems.push(`${ended}: the origins are ${origins.join(', ')}.`);
    }
    return ended;
  }
}
