import { rmSync } from 'node:fs';
import type { ChangeRequest, Plan, PlanItem } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { AccessTokens } from '../../main/tenants/client/send-with-retries.ts';
import type { Fault, FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { createFaultyVault, startFaultyDesk } from './faulty-desk.ts';
import { isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import type { Ledger, DeskName } from './ledger.ts';

/** The fault while a plan is applied, at the write with this number; and the read before which someone else acts. */
export interface Failure {
  readonly fault:
    | 'none'
    | 'lose-answer'
    | 'lose-request'
    | 'fail-before'
    | 'fail-after'
    | 'reject'
    | 'crash-before'
    | 'crash-after';
  readonly write: number;
}

/** An app that crashes and is restarted on its profile. */
export interface RestartingDesk extends AsyncDisposable {
  readonly name: DeskName;
  /** The one that runs now. */
  readonly desk: () => FaultyDesk;
  /** The plan that waits for the user. */
  planId: string | undefined;
  plan(request: ChangeRequest): Promise<Plan>;
  /** Sends requests with an injected failure. Undefined after a crash; the app has been restarted then. */
  send(
    planId: string,
    work: () => Promise<Plan>,
    injected: Failure,
    atRead?: AtRead,
  ): Promise<Plan | undefined>;
  restart(): void;
  items(planId: string): Promise<readonly PlanItem[]>;
}

/** One write reaches the tenant and the ledger after the other: what it changed is not taken for the work of another one. */
export type WriteInTurn = (write: () => Promise<void>) => Promise<void>;

/** Something that happens at the nth read of the tenant. */
export interface AtRead {
  readonly index: number;
  readonly act: () => Promise<void>;
}

/** Long enough that no request is given up only because the machine is busy; a fault never waits for it. */
const maxWaitSeconds = 300;

const html: Fault = { kind: 'answer', status: 500, body: '<h1>Error</h1>', contentType: 'text/html' };
const faultOf = {
  none: { kind: 'pass' },
  'lose-answer': { kind: 'lose-answer' },
  'lose-request': { kind: 'lose-request' },
  'fail-before': html,
  'fail-after': { ...html, kind: 'replace-answer' },
  reject: { kind: 'answer', status: 400, body: JSON.stringify({ message: 'Not now.' }) },
  'crash-before': { kind: 'hold-request' },
  'crash-after': { kind: 'hold-answer' },
} as const satisfies Record<Failure['fault'], Fault>;

export async function startRestartingDesk(
  name: DeskName,
  tenant: FaultyTenant,
  ledger: () => Ledger,
  writeInTurn: WriteInTurn,
): Promise<RestartingDesk> {
  const folder = makeFastFolder();
  const vault = createFaultyVault();
  const tokens: AccessTokens = {
    get: async () => tenant.accessToken,
    replace: async () => tenant.accessToken,
  };
  const proxy: FaultProxy = await startFaultProxy(tenant.address.baseUrl, (request, pass) =>
    isWrite(request) ? writeInTurn(pass) : pass(),
  );
  const { baseUrl } = proxy;
  const begin = (): FaultyDesk => {
    const desk = startFaultyDesk({ baseUrl, tokens, folder, vault, pause: async () => undefined });
    desk.setPatience(maxWaitSeconds);
    return desk;
  };
  const crashed: FaultyDesk[] = [];
  let running = begin();
  /** Of each request that was passed on: the plan it belongs to, and how many writes there had been. */
  const passedOn = new WeakMap<
    ProxiedRequest,
    { readonly planId: string | undefined; readonly writesBefore: number }
  >();
  proxy.setWitness(({ request, status, response }) => {
    const isTaken = status < 400 && !/"success"\s*:\s*false/.test(response);
    if (!isTaken) return;
    const { planId, writesBefore: writesBefore = 0 } = passedOn.get(request) ?? {};
    if (isWrite(request)) ledger().noteWrite(name, planId, request);
    else ledger().noteRead(name, request.path, writesBefore);
  });
  const pass = (request: ProxiedRequest, planId?: string): Fault => {
    passedOn.set(request, { planId, writesBefore: ledger().writes.length });
    return { kind: 'pass' };
  };
  const withoutPlan = (request: ProxiedRequest): Fault => pass(request);
  proxy.setFaults(withoutPlan);

  const self: RestartingDesk = {
    name,
    desk: () => running,
    planId: undefined,
    plan: async (request) => {
      const plan = await running.call('changes.plan', { tenantId: running.tenantId, request });
      ledger().notePlan(name, plan.id, await self.items(plan.id));
      return plan;
    },
    async send(planId, work, injected, atRead) {
      let [writes, reads] = [0, 0];
      let acting: Promise<void> | undefined;
      const decide = async (request: ProxiedRequest): Promise<Fault> => {
        if (isWrite(request)) {
          writes += 1;
          const passed = pass(request, planId);
          return writes - 1 === injected.write ? faultOf[injected.fault] : passed;
        }
        reads += 1;
        if (reads - 1 === atRead?.index) await (acting = atRead.act());
        return pass(request, planId);
      };
      proxy.setFaults(decide);
      const held = proxy.nextHeld();
      try {
        const end = await Promise.race([held.then(() => 'crash' as const), orFailure(work())]);
        if (end === 'crash') {
          self.restart();
          return undefined;
        }
        if (end instanceof DeskFailure) throw end;
        return end;
      } finally {
        // Anyone who acts during it is done before the next step: no instance sends two requests at once.
        await acting;
        proxy.setFaults(withoutPlan);
      }
    },
    restart() {
      running.crash();
      crashed.push(running);
      running = begin();
      self.planId = undefined;
    },
    async items(planId) {
      const { items } = await running.call('changes.items', { planId });
      return await Promise.all(items.map(({ id }) => running.call('changes.item', { planId, itemId: id })));
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      for (const desk of crashed) await desk[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return self;
}

/** Ignores later failures of the crashed app. */
function orFailure(work: Promise<Plan>): Promise<Plan | DeskFailure> {
  return work.catch((error: unknown) => {
    if (error instanceof DeskFailure) return error;
    throw error;
  });
}
