import { rmSync } from 'node:fs';
import canonicalize from 'canonicalize';
import type { Arrival, ItemState, Plan } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { isInEffectState } from '../../contract/changes/item-states.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultCase } from './faults.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { startFaultyDesk } from './faulty-desk.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { createFaultyNetwork } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import type { Evidence } from './laws.ts';
import { contradictions, contradictionsOfLook, othersTouched } from './laws.ts';
import type { Attempt, Interference, Operation } from './operation.ts';
import type { TenantState } from './tenant-state.ts';
import { contentsOf, differenceOf } from './tenant-state.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** One operation that meets one fault. */
export interface Cell {
  readonly operation: Operation;
  readonly fault: FaultCase;
  /** Which of its writes meets it. */
  readonly write: number;
  /** When another admin changes the same item: before it is applied, before the read with this number, or right after its first write. */
  readonly disturbance?: {
    readonly name: string;
    readonly when: 'planned' | 'sent' | { readonly read: number };
  };
  /** What the status of webhooks is there, on a tenant that is no sandbox; a sandbox where absent. */
  readonly status?: StatusShown;
}

/** How tenants show whether a webhook is enabled, if that is irrelevant. */
export const statusesShown = {
  'always 0': () => 0,
  absent: () => undefined,
  'a word': (status: unknown) => (status === 0 ? 'on' : 'off'),
} as const;
export type StatusShown = keyof typeof statusesShown;

/** What Tenant Desk reported at each point, and what was untrue. */
export interface CellResult {
  readonly observations: readonly string[];
  readonly problems: readonly string[];
}

/** What is offered after a fault; each option is tried on a separate cell. */
type Ending = 'go-on' | 'take-back' | 'close';

let cells = 0;

/** Runs the cell, and then each offered next step, every one from the same start. */
export async function runCell(tenant: FaultyTenant, cell: Cell): Promise<CellResult> {
  const first = await runOnce(tenant, cell, 'go-on');
  if (!first.isOpen) return first;
  const others = [];
  for (const ending of ['take-back', 'close'] as const) others.push(await runOnce(tenant, cell, ending));
  return {
    observations: [
      ...first.observations,
      ...others.map(({ observations }) => observations.slice(1).join(' ')),
    ],
    problems: [first, ...others].flatMap(({ problems }) => problems),
  };
}

async function runOnce(
  tenant: FaultyTenant,
  cell: Cell,
  ending: Ending,
): Promise<CellResult & { readonly isOpen: boolean }> {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await startFaultProxy(tenant.address.baseUrl));
  const clock = createVirtualClock();
  const network = createFaultyNetwork(proxy, clock, {
    accessToken: tenant.accessToken,
    baseUrl: tenant.address.baseUrl,
  });
  if (cell.status !== undefined) network.showStatuses(statusesShown[cell.status]);
  const folder = makeFastFolder();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { tokens } = network;
  const { baseUrl } = proxy;
  const desk = stack.use(
    startFaultyDesk({ baseUrl, tokens, folder, pause: clock.pause, isSandbox: cell.status === undefined }),
  );
  cells += 1;
  const suffix = `${process.pid}-${cells}`;
  const scene = { desk, administrator: tenant.administrator, read: tenant.read, suffix };
  const attempt = await cell.operation.prepare(scene);
  return await new CellRun({ tenant, cell, desk, network, attempt }).run(ending);
}

interface CellParts {
  readonly tenant: FaultyTenant;
  readonly cell: Cell;
  readonly desk: FaultyDesk;
  readonly network: FaultyNetwork;
  readonly attempt: Attempt;
}

class CellRun {
  readonly #parts: CellParts;
  readonly #said: string[] = [];
  readonly #problems: string[] = [];
  #before: TenantState;
  #arrivals: readonly Arrival[] = [];
  #disturbed: { readonly before: TenantState; readonly after: TenantState } | undefined;

  constructor(parts: CellParts) {
    this.#parts = parts;
    this.#before = parts.tenant.read();
  }

  async run(ending: Ending): Promise<CellResult & { readonly isOpen: boolean }> {
    const { cell, desk, network, attempt, tenant } = this.#parts;
    const interference = this.#interference();
    const planId = await attempt.plan();
    if (cell.disturbance?.when === 'planned') await interference?.act();
    this.#before = tenant.read();
    network.begin();
    this.#watchWebhook();
    this.#startFault(interference?.act);
    const plan = await this.#apply(planId);
    if (plan === undefined) {
      await this.#nothingHappened(planId);
      return { observations: this.#said, problems: this.#problems, isOpen: false };
    }
    const state = await this.#check(plan, 'applied');
    const isOpen = plan.state === 'open';
    await this.#checkOffers(plan);
    await this.#checkDraft(state);
    await network.heal();
    desk.setPatience(30);
    if (isOpen) await this.#end(plan, ending);
    else if (state === 'refused') await this.#retry(plan);
    return { observations: this.#said, problems: this.#problems, isOpen };
  }

  #interference(): Interference | undefined {
    const { cell, attempt } = this.#parts;
    if (cell.disturbance === undefined) return undefined;
    const { name } = cell.disturbance;
    const interference = attempt.interferences.find((one) => one.name === name);
    if (interference === undefined) throw new Error(`Nobody ${name} here.`);
    return interference;
  }

  #startFault(act: (() => Promise<void>) | undefined): void {
    const { cell, desk, network, tenant } = this.#parts;
    if (cell.fault.patience !== undefined) desk.setPatience(cell.fault.patience);
    const disturb = async (): Promise<void> => {
      const before = tenant.read();
      await act?.();
      this.#disturbed = { before, after: tenant.read() };
    };
    if (cell.disturbance?.when === 'sent') network.afterWrite(0, disturb);
    else if (cell.disturbance !== undefined && cell.disturbance.when !== 'planned')
      network.beforeRead(cell.disturbance.when.read, disturb);
    cell.fault.install(network, cell.write);
  }

  /** Undefined if Tenant Desk rejected the plan. */
  async #apply(planId: string): Promise<Plan | undefined> {
    try {
      return await this.#parts.attempt.apply(planId);
    } catch (error) {
      if (!(error instanceof DeskFailure)) throw error;
      this.#said.push(`throws ${error.code}`);
      return undefined;
    }
  }

  async #nothingHappened(planId: string): Promise<void> {
    const { attempt, desk, network, tenant } = this.#parts;
    const before = contentsOf(this.#before);
    for (const line of differenceOf(before, contentsOf(tenant.read()))) {
      this.#problem(`It would not begin, and yet: ${line}`);
    }
    if (attempt.isUndo !== true) return;
    await network.heal();
    desk.setPatience(30);
    const open = await desk.call('changes.open', undefined);
    if (!open.some(({ id }) => id === planId)) this.#problem('The plan is no longer open.');
  }

  /** Compares what Tenant Desk reports with what the tenant has. */
  async #check(plan: Plan, when: string): Promise<ItemState> {
    const { desk } = this.#parts;
    const { items } = await desk.call('changes.items', { planId: plan.id });
    const [item] = items;
    if (item === undefined || items.length !== 1) throw new Error('The plan has not one item.');
    this.#said.push(item.state);
    this.#arrivals = await this.#readArrivals(plan.id);
    for (const problem of contradictions(this.#evidence(), plan, item.state)) {
      this.#problem(`${when}: ${item.state}. ${problem}`);
    }
    return item.state;
  }

  #evidence(): Evidence {
    const { attempt, network, tenant, cell } = this.#parts;
    const trace = this.#interference()?.trace;
    return {
      attempt,
      isShown: cell.status === undefined || cell.operation.isShownByStatus !== true,
      isShownLate: cell.fault.name.includes('not shown'),
      asksWhose: this.#arrivals.length > 0,
      isOverwritten:
        this.#disturbed !== undefined &&
        trace !== undefined &&
        network.wasReadSince(trace.shownBy) &&
        !trace.isThere(tenant.read()),
      before: this.#before,
      after: tenant.read(),
      taken: network.taken.length,
      ...(this.#disturbed === undefined ? {} : { disturbed: this.#disturbed }),
    };
  }

  async #checkOffers(plan: Plan): Promise<void> {
    const open = await this.#parts.desk.call('changes.open', undefined);
    const isOffered = open.some(({ id }) => id === plan.id);
    if (isOffered !== (plan.state === 'open'))
      this.#problem(`The plan is ${plan.state}, and ${isOffered ? '' : 'not '}offered.`);
  }

  async #checkDraft(state: ItemState): Promise<void> {
    const { attempt, desk } = this.#parts;
    if (attempt.draft === undefined) return;
    const { kind, targetId } = attempt.draft;
    const draft = await desk.call('drafts.get', { tenantId: desk.tenantId, kind, targetId });
    const isClosed = isInEffectState(state) || state === 'unchanged';
    if (isClosed && draft !== undefined) this.#problem(`It is ${state}, and its draft is still there.`);
    if (!isClosed && canonicalize(draft?.state) !== canonicalize(attempt.draft.state)) {
      this.#problem(`It is ${state}, and its draft is lost.`);
    }
  }

  async #end(plan: Plan, ending: Ending): Promise<void> {
    switch (ending) {
      case 'go-on':
        return await this.#goOn(plan);
      case 'take-back':
        return await this.#takeBack(plan);
      case 'close':
        return await this.#close(plan);
    }
  }

  async #goOn({ id: planId }: Plan): Promise<void> {
    const { desk, network } = this.#parts;
    const sent = network.taken.length;
    const looked = await desk.call('changes.look', { planId });
    const state = await this.#check(looked, 'looked at');
    if (network.taken.length > sent) this.#problem('Looking sent something.');
    for (const problem of contradictionsOfLook(this.#evidence(), state)) this.#problem(problem);
    if (looked.state !== 'open') return await this.#checkDraft(state);
    const claimed = await this.#claim(planId);
    if (claimed !== undefined && claimed.state !== 'open') return;
    const resumed = await desk.call('changes.resume', { planId });
    const end = await this.#check(resumed, 'resumed');
    const mayStay = this.#parts.attempt.isForGood === true;
    if (!isInEffectState(end) && this.#isUndisturbed() && !mayStay) this.#problem(`Going on ends in ${end}.`);
    await this.#checkDraft(end);
  }

  async #readArrivals(planId: string): Promise<readonly Arrival[]> {
    const { desk } = this.#parts;
    const { items } = await desk.call('changes.items', { planId });
    const item = await desk.call('changes.item', { planId, itemId: items[0]?.id ?? '' });
    return item.arrivals ?? [];
  }

  /** Attributes what appeared correctly, as a user would after asking the other admins. */
  async #claim(planId: string): Promise<Plan | undefined> {
    if (this.#arrivals.length === 0) return undefined;
    const { desk } = this.#parts;
    const { items } = await desk.call('changes.items', { planId });
    const theirs = this.#disturbed;
    const idsOf = (state: TenantState) => [...state.webhooks.keys(), ...state.applications.keys()];
    const early = new Set(theirs === undefined ? [] : idsOf(theirs.before));
    const added = new Set(theirs === undefined ? [] : idsOf(theirs.after).filter((id) => !early.has(id)));
    const known = new Set(idsOf(this.#before));
    const mine = this.#arrivals.map(({ id }) => id).filter((id) => !added.has(id) && !known.has(id));
    const plan = await desk.call('changes.claim', { planId, itemId: items[0]?.id ?? '', mine });
    await this.#check(plan, 'claimed');
    return plan;
  }

  async #takeBack(plan: Plan): Promise<void> {
    const { attempt, desk } = this.#parts;
    if (attempt.isUndo === true) {
      // An undo cannot be rolled back: it can only be resumed or closed.
      return await this.#close(plan);
    }
    const { items } = await desk.call('changes.items', { planId: plan.id });
    const state = items[0]?.state;
    const undo = (): Promise<Plan | DeskFailure> =>
      desk.call('changes.takeBack', { planId: plan.id }).catch((error: unknown) => {
        if (error instanceof DeskFailure) return error;
        throw error;
      });
    const wasUnclear = this.#arrivals.length > 0;
    let taken = await undo();
    if (wasUnclear && !(taken instanceof DeskFailure))
      this.#problem('It rolled back what it could not tell from someone else’s.');
    this.#arrivals = await this.#readArrivals(plan.id);
    if (this.#arrivals.length > 0) {
      const claimed = await this.#claim(plan.id);
      if (claimed?.state !== 'open') return;
      taken = await undo();
    }
    const left = await this.#notRolledBack(plan);
    if (taken instanceof DeskFailure) {
      this.#said.push(`rolling back throws ${taken.code}`);
      // The tenant accepted it and shows no effect yet: an effect that may still come cannot be rolled back.
      const isAllowed =
        this.#parts.attempt.isForGood === true ||
        (taken.code === 'outcome-unknown' && state === 'unknown' && left.length === 0);
      if (!isAllowed && this.#isUndisturbed())
        this.#problem(`Rolling back throws ${taken.code}: ${taken.message}`);
      return await this.#checkOffers(await desk.call('changes.get', { planId: plan.id }));
    }
    this.#said.push(`rolled back: ${taken.state}`);
    for (const problem of othersTouched(this.#evidence())) this.#problem(`rolled back: ${problem}`);
    if (!this.#isUndisturbed()) return;
    if (this.#parts.attempt.isForGood === true) return;
    if (taken.state !== 'finished') this.#problem(`Rolling back stays ${taken.state}.`);
    for (const line of left) this.#problem(`Not as before, after rolling back: ${line}`);
  }

  /** Differences from the previous state that the review did not announce. */
  async #notRolledBack({ id: planId }: Plan): Promise<readonly string[]> {
    const { attempt, desk, tenant } = this.#parts;
    const now = contentsOf(tenant.read());
    const left = differenceOf(contentsOf(this.#before), now);
    const { rolledBack } = attempt;
    if (left.length === 0 || rolledBack === undefined) return left;
    const { items } = await desk.call('changes.items', { planId });
    const { warnings } = await desk.call('changes.item', { planId, itemId: items[0]?.id ?? '' });
    const isWarned = warnings.some((warning) => warning.includes(rolledBack.rollbackWarning));
    return isWarned ? differenceOf(contentsOf(rolledBack.state(this.#before)), now) : left;
  }

  async #close({ id: planId }: Plan): Promise<void> {
    const { desk, network, tenant } = this.#parts;
    const [sent, state] = [network.taken.length, contentsOf(tenant.read())];
    const closed = await desk.call('changes.close', { planId });
    this.#said.push(`closed: ${closed.state}`);
    if (closed.state !== 'finished') this.#problem(`Closing leaves it ${closed.state}.`);
    if (network.taken.length > sent || differenceOf(state, contentsOf(tenant.read())).length > 0) {
      this.#problem('Closing changed the tenant.');
    }
    await this.#checkOffers(closed);
  }

  /** Plans rejected items again once the reason is gone. */
  async #retry({ id: planId }: Plan): Promise<void> {
    const { attempt, desk } = this.#parts;
    if (!this.#isUndisturbed() || attempt.isUndo === true) return;
    const again = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'retry', planId },
    });
    const applied = await desk.call('changes.apply', { planId: again.id });
    const state = await this.#check(applied, 'tried again');
    if (!isInEffectState(state)) this.#problem(`Retrying ends in ${state}.`);
    await this.#checkDraft(state);
  }

  /** No other admin interfered, so the result must be as wanted. */
  #isUndisturbed(): boolean {
    return this.#parts.cell.disturbance === undefined;
  }

  /** There is a webhook for every event at all times. */
  #watchWebhook(): void {
    const { attempt, network, tenant, cell } = this.#parts;
    const { originalId } = attempt;
    if (originalId === undefined || cell.disturbance !== undefined) return;
    network.witness(() => {
      const now = tenant.read();
      if (now.webhooks.has(originalId) || attempt.isInPlace(now, this.#before)) return;
      // After an undo, it is as it was, under a new ID.
      const rolledBack = [this.#before, attempt.rolledBack?.state(this.#before) ?? this.#before];
      const known = rolledBack.map(({ webhooks }) => JSON.stringify(webhooks.get(originalId)));
      if ([...now.webhooks.values()].some((state) => known.includes(JSON.stringify(state)))) return;
      this.#problem('The webhook was missing for a moment.');
    });
  }

  #problem(text: string): void {
    this.#problems.push(text);
  }
}
