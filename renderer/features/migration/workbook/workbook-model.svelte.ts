import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../../contract/errors/errors.ts';
import type { EventPayload } from '../../../../contract/bridge/events.ts';
import type { Plan } from '../../../../contract/changes/changes.ts';
import type { MethodInput } from '../../../../contract/bridge/methods.ts';
import { unpackWorkbook } from '../../../../contract/webhooks/workbook-table.ts';
import type { Workbook, WorkbookResponse, WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import { oncePainted } from '../../../ui/index.ts';
import type { RunProgress } from './run-progress.ts';
import { withNews } from './run-progress.ts';

type RuleRun = NonNullable<WorkbookRule['run']>;

/** Receiving, parsing and rendering a long answer takes more than one frame. */
const nextFrame = (): Promise<void> => new Promise((resolve) => void oncePainted(resolve));

/** The workbook shown in a window: main's data, updated by the events of a run. */
export class WorkbookModel {
  readonly #desk: Desk;
  #workbook = $state.raw<Workbook | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #busy = $state(0);
  #progress = $state.raw<RunProgress | undefined>(undefined);
  /** Results of items since the workbook was loaded, by item. */
  readonly #news = new SvelteMap<string, RuleRun>();
  /** Request counter: a late answer must not replace a newer one. */
  #request = 0;
  #openPlans = $state.raw<readonly Plan[] | undefined>(undefined);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get workbook(): Workbook | undefined {
    return this.#workbook;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  get progress(): RunProgress | undefined {
    return this.#progress;
  }

  /** The unresolved run; undefined if there is none. */
  get run(): Plan | undefined {
    const run = this.#workbook?.run ?? undefined;
    if (run === undefined) return undefined;
    return (
      this.#openPlans?.find(({ id }) => id === run.id) ?? (this.#openPlans === undefined ? run : undefined)
    );
  }

  get isRunning(): boolean {
    return this.run?.isRunning === true;
  }

  /** The latest known result of a rule. */
  runOf({ run }: WorkbookRule): WorkbookRule['run'] {
    return run === null ? null : (this.#news.get(run.itemId) ?? run);
  }

  /** Follows runs; the returned function stops it. */
  start(): () => void {
    const stops = [
      this.#desk.on('changes.progress', (progress) => this.#note(progress)),
      this.#desk.on('changes.opened', (plans) => this.#follow(plans)),
      this.#desk.on('history.changed', ({ tenantId }) => {
        if (tenantId === this.#workbook?.target.tenantId) void this.read();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  readonly open = (input: MethodInput<'workbooks.open'>): Promise<void> =>
    this.#take(() => this.#desk.workbooks.open(input));

  readonly resume = (workbookId: string): Promise<void> =>
    this.#take(() => this.#desk.workbooks.read({ workbookId }));

  readonly read = (): Promise<void> =>
    this.#takeOf((workbookId) => this.#desk.workbooks.read({ workbookId }));

  readonly change = (change: MethodInput<'workbooks.change'>['change']): Promise<void> =>
    this.#takeOf((workbookId) => this.#desk.workbooks.change({ workbookId, change }));

  readonly saveMapping = (name: string): Promise<void> =>
    this.#takeOf((workbookId) => this.#desk.workbooks.saveMapping({ workbookId, name }));

  /** Rejects with the reason if the value is invalid: the form shows it. */
  async enterSecret(secretId: string, value: string): Promise<void> {
    const workbookId = this.#workbook?.id;
    if (workbookId === undefined) return;
    const request = (this.#request += 1);
    const workbook = await this.#desk.workbooks.enterSecret({ workbookId, secretId, value });
    if (request === this.#request) this.#workbook = unpackWorkbook(workbook);
  }

  /** Undefined if it can't be planned: the failure shows why. */
  async plan(keys?: string[]): Promise<Plan | undefined> {
    let plan: Plan | undefined;
    await this.#try(async () => {
      const workbookId = this.#workbook?.id;
      if (workbookId === undefined) return;
      plan = await this.#desk.workbooks.plan({ workbookId, ...(keys === undefined ? {} : { keys }) });
    });
    return plan;
  }

  /** Writes the target file; undefined if none was chosen, or the failure shows why not. */
  async saveFile(): Promise<Awaited<ReturnType<Desk['workbooks']['saveFile']>>> {
    let saved: Awaited<ReturnType<Desk['workbooks']['saveFile']>>;
    await this.#try(async () => {
      const workbookId = this.#workbook?.id;
      if (workbookId !== undefined) saved = await this.#desk.workbooks.saveFile({ workbookId });
    });
    return saved;
  }

  close(): void {
    this.#request += 1;
    this.#workbook = undefined;
    this.#failure = undefined;
    this.#progress = undefined;
    this.#news.clear();
  }

  dismiss(): void {
    this.#failure = undefined;
  }

  async #takeOf(ask: (workbookId: string) => Promise<WorkbookResponse>): Promise<void> {
    const workbook = this.#workbook;
    if (workbook !== undefined) await this.#take(() => ask(workbook.id));
  }

  async #take(ask: () => Promise<WorkbookResponse>): Promise<void> {
    const request = (this.#request += 1);
    await this.#try(async () => {
      const result = await ask();
      await nextFrame();
      const workbook = unpackWorkbook(result);
      await nextFrame();
      if (request !== this.#request) return;
      this.#workbook = workbook;
      this.#news.clear();
    });
  }

  async #try(act: () => Promise<void>): Promise<void> {
    this.#busy += 1;
    this.#failure = undefined;
    try {
      await act();
    } catch (thrown) {
      this.#failure = toDeskError(thrown);
    } finally {
      this.#busy -= 1;
    }
  }

  #note({ planId, stage, done, total, current, item }: EventPayload<'changes.progress'>): void {
    if (stage !== 'applying' || planId !== this.#workbook?.run?.id) return;
    const news = { done, total, current, state: item?.state, at: performance.now() };
    this.#progress = withNews(this.#progress, news, this.run);
    if (item === undefined) return;
    const run = { planId, itemId: item.id, state: item.state, message: item.error?.message ?? '' };
    this.#news.set(item.id, run);
  }

  /** A starting run changes the workbook's data; its end is reported by the history. */
  #follow(plans: readonly Plan[]): void {
    this.#openPlans = plans;
    const { workbook } = this;
    if (workbook === undefined) return;
    const begun = plans.find(({ tenantId, isRunning }) => isRunning && tenantId === workbook.target.tenantId);
    if (begun === undefined) this.#progress = undefined;
    else if (begun.id !== workbook.run?.id) void this.read();
  }
}
