import type { ChangeRequest, Plan } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { DraftSummary } from '../../contract/changes/drafts.ts';
import { originsTargetId } from '../../contract/origins/origins.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { EditedItems, Place, ItemName } from './edited-items.ts';
import { writeMarker } from './edited-items.ts';
import { tokensIn } from './ledger.ts';
import type { Stage } from './stage.ts';
import type { RestartingDesk } from './restarting-desk.ts';
import type { DeskName } from './ledger.ts';

/** Markers written by each instance over all interleavings, because markers must be unique across them. */
const markerCounts: Record<DeskName, number> = { A: 0, B: 0, C: 0 };

/** One of the admins of an interleaving. The ledger records everything typed and seen. */
export class Person {
  readonly desk: RestartingDesk;
  readonly #stage: Stage;
  readonly #things: EditedItems;
  /** Conflicts that were shown. */
  conflicts = 0;

  constructor(name: DeskName, stage: Stage, editedItems: EditedItems) {
    this.desk = stage.desks[name];
    this.desk.planId = undefined;
    this.#stage = stage;
    this.#things = editedItems;
  }

  async drafts(kind?: ItemName): Promise<readonly DraftSummary[]> {
    const { call, tenantId } = this.desk.desk();
    const drafts = await call('drafts.list', { tenantId });
    return drafts.filter((draft) => kind === undefined || draft.kind === kind);
  }

  async openPlan(): Promise<Plan | undefined> {
    return (await this.desk.desk().call('changes.open', undefined))[0];
  }

  /** The plan waits in this instance from then on. */
  async plan(request: ChangeRequest): Promise<Plan> {
    const plan = await this.desk.plan(request);
    this.conflicts += plan.undecided;
    this.desk.planId = plan.id;
    return plan;
  }

  async planDrafts(kind?: ItemName): Promise<Plan | undefined> {
    const drafts = await this.drafts(kind);
    if (drafts.length === 0) return undefined;
    return await this.plan({
      from: 'drafts',
      drafts: drafts.map((draft) => ({ kind: draft.kind, targetId: draft.targetId })),
    });
  }

  async planToDeleteWebhook(): Promise<void> {
    const { id } = await this.#openWebhook();
    await this.plan({ from: 'targets', kind: 'webhook', targetIds: [id], set: null });
  }

  /** Of the newest entry of the history. */
  async planAgain(from: 'undo' | 'retry'): Promise<void> {
    const { call, tenantId } = this.desk.desk();
    const [entry] = await call('history.list', { tenantId, limit: 1 });
    if (entry?.isReadable === true) await this.plan({ from, planId: entry.plan.id });
  }

  /** Reads the item or its draft, and writes a new marker in one of two places. */
  async type(kind: ItemName, place: Place): Promise<void> {
    const marker = this.#nextWord();
    const { call, tenantId } = this.desk.desk();
    const known = (await this.drafts(kind)).find(({ targetId }) => !targetId.startsWith('new:'));
    const targetId = known?.targetId ?? (await this.#targetOf(kind));
    const draft = known === undefined ? undefined : await call('drafts.get', { tenantId, kind, targetId });
    const base = draft?.base ?? (await this.#open(kind));
    const before = draft?.state ?? base;
    const state = writeMarker(kind, before, place, marker);
    await call('drafts.save', { tenantId, kind, targetId, state, base, revision: draft?.revision ?? null });
    const { ledger } = this.#stage;
    ledger.noteSeen(this.desk.name, base);
    for (const old of tokensIn(before).difference(tokensIn(state))) ledger.noteGivenUp(old);
    ledger.noteTyped(this.desk.name, marker);
  }

  async beginWebhook(): Promise<void> {
    const marker = this.#nextWord();
    const url = 'https://hooks.acme.example/new';
    const state = aWebhook({ name: `New ${marker}`, url, requestBody: '{}' });
    const { call, tenantId } = this.desk.desk();
    const key = { tenantId, kind: 'webhook', targetId: `new:${marker}` };
    await call('drafts.save', { ...key, state, base: null, revision: null });
    this.#stage.ledger.noteTyped(this.desk.name, marker);
  }

  /** Resolves all open questions of the plan. */
  async resolve(take: 'mine' | 'theirs'): Promise<void> {
    const { planId, name } = this.desk;
    if (planId === undefined) return;
    const { ledger } = this.#stage;
    for (const item of await this.desk.items(planId)) {
      if (item.decision === null) continue;
      ledger.noteSeen(name, item.parts);
      const parts = item.parts.flatMap((part) => (part.conflict === undefined ? [] : [part.name]));
      const choices = Object.fromEntries([...parts, 'item'].map((part) => [part, { take }] as const));
      await this.desk.desk().call('changes.settle', { planId, itemId: item.id, choices });
      if (take === 'theirs') for (const marker of tokensIn(item.parts)) ledger.noteGivenUp(marker);
    }
    ledger.notePlan(name, planId, await this.desk.items(planId));
  }

  #nextWord(): string {
    markerCounts[this.desk.name] += 1;
    return `${this.desk.name}${markerCounts[this.desk.name]}q`;
  }

  async #targetOf(kind: ItemName): Promise<string> {
    if (kind === 'origins') return originsTargetId;
    return kind === 'webhook' ? (await this.#openWebhook()).id : this.#things.applicationId;
  }

  async #openWebhook() {
    const { call, tenantId } = this.desk.desk();
    const { data } = await call('webhooks.list', { tenantId, freshness: 'tenant-first' });
    const webhook = data.find(({ name }) => name === this.#things.webhookName);
    if (webhook === undefined) throw gone();
    return webhook;
  }

  async #open(kind: ItemName) {
    if (kind === 'webhook') return webhookStateOf(await this.#openWebhook());
    const { applications, origins } = this.#stage.tenant.read();
    if (kind === 'origins') return { origins: [...origins] };
    const application = applications.get(this.#things.applicationId);
    if (application === undefined) throw gone();
    return kind === 'application'
      ? application
      : { application: application.name, script: application.script ?? '' };
  }
}

function gone(): DeskFailure {
  const message = 'It is no longer there.';
  return new DeskFailure({ code: 'not-found', message, retryable: false, requestId: '' });
}
