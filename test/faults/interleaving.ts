import fc from 'fast-check';
import type { ApplicationState } from '../../contract/applications.ts';
import type { Plan } from '../../contract/changes.ts';
import { DeskFailure } from '../../contract/desk-failure.ts';
import type { DraftSummary } from '../../contract/drafts.ts';
import { originsTargetId } from '../../contract/origins.ts';
import type { WebhookState } from '../../contract/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import type { Ledger } from './ledger.ts';
import { createLedger, tokensIn } from './ledger.ts';
import type { DeskName, RestartingDesk, Trouble } from './two-desks.ts';

const things = ['webhook', 'application', 'script', 'origins'] as const;
type Thing = (typeof things)[number];

/** What a person at one of the desks does. */
export type Step = { readonly desk: DeskName } & (
  | { readonly does: 'type'; readonly thing: Thing; readonly place: 0 | 1 }
  | { readonly does: 'begin a webhook' }
  | { readonly does: 'plan'; readonly thing: Thing | 'all' }
  | { readonly does: 'plan to delete the webhook' }
  | { readonly does: 'settle'; readonly take: 'mine' | 'theirs' }
  | {
      readonly does: 'apply' | 'look' | 'resume' | 'take back';
      readonly trouble: Trouble;
      /** What is typed and applied where nothing is planned yet. */
      readonly thing: Thing;
      readonly place: 0 | 1;
      /** Before this read of its, the other desk types into this and applies it. */
      readonly meanwhile: { readonly read: number; readonly thing: Thing; readonly place: 0 | 1 } | null;
    }
  | { readonly does: 'plan to undo' }
  | { readonly does: 'plan to retry' }
  | { readonly does: 'crash' }
);

const none = { fault: 'none', write: 0 } as const;
const place = fc.constantFrom(0 as const, 1 as const);
const thing = fc.constantFrom(...things);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(none) },
  {
    weight: 3,
    arbitrary: fc.record({
      fault: fc.constantFrom(
        'lose-answer' as const,
        'lose-request' as const,
        'fail-before' as const,
        'fail-after' as const,
        'refuse' as const,
        'crash-before' as const,
        'crash-after' as const,
      ),
      write: fc.constantFrom(0, 0, 1),
    }),
  },
);
const meanwhile = fc.option(fc.record({ read: fc.nat({ max: 6 }), thing, place }), { freq: 3 });
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('type' as const), thing, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('begin a webhook' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('plan' as const),
      thing: fc.oneof({ weight: 2, arbitrary: fc.constant('all' as const) }, { weight: 3, arbitrary: thing }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('plan to delete the webhook' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('settle' as const),
      take: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'apply' as const,
        'apply' as const,
        'apply' as const,
        'resume' as const,
        'take back' as const,
        'look' as const,
      ),
      trouble,
      thing,
      place,
      meanwhile,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('plan to undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('plan to retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('crash' as const) }) },
);

/** Sequences of what two people do; short ones, of which there are many. */
export const interleavings: fc.Arbitrary<readonly Step[]> = fc.array(
  fc
    .tuple(fc.constantFrom('A' as const, 'B' as const), deed)
    .map(([desk, does]): Step => ({ desk, ...does })),
  { minLength: 3, maxLength: 12 },
);

/** How the steps of an interleaving came out, for the figures. */
export interface Course {
  readonly problems: readonly string[];
  readonly races: number;
  readonly writes: number;
  readonly crashes: number;
  readonly conflicts: number;
}

let runs = 0;

interface Desks {
  readonly A: RestartingDesk;
  readonly B: RestartingDesk;
}

/** Two desks on one tenant, through one interleaving after the other; each has things of its own. */
export interface Stage {
  readonly tenant: FaultyTenant;
  readonly desks: Desks;
  ledger: Ledger;
}

/** Does the steps, then lets everything that is open end; answers what was not true on the way. */
export async function runInterleaving(stage: Stage, steps: readonly Step[]): Promise<Course> {
  runs += 1;
  const course = new Interleaving(stage, await prepareThings(stage, `${process.pid}-${runs}`));
  for (const step of steps) await course.take(step);
  await course.end();
  return course.report();
}

interface Things {
  readonly suffix: string;
  readonly applicationId: string;
}

async function prepareThings({ tenant }: Stage, suffix: string): Promise<Things> {
  const { administrator } = tenant;
  for (const id of tenant.read().webhooks.keys()) await administrator.deleteWebhook(id);
  for (const id of tenant.read().applications.keys()) await administrator.deleteApplication(id);
  await administrator.setOrigins(['s7q.example', 's8q.example']);
  await administrator.createWebhook({
    name: `Webhook ${suffix}`,
    description: 'S1q',
    url: 'https://hooks.acme.example/both',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: lines('S2q'),
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
  });
  const applicationId = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(applicationId, {
    Name: 'S3q',
    Description: 'S4q',
    Script: `${lines('S5q')}\n${lines('S6q')}`,
  });
  return { suffix, applicationId };
}

/** A word with enough around it that edits of two words in one text do not touch. */
const lines = (word: string): string => `{\n  "a": 1,\n  "word": "${word}",\n  "b": 2\n}`;

class Interleaving {
  readonly #stage: Stage;
  readonly #things: Things;
  #words = 0;
  #crashes = 0;
  #conflicts = 0;
  /** The webhook under which both know it. */
  #webhookName: string;

  constructor(stage: Stage, things: Things) {
    this.#stage = stage;
    this.#things = things;
    this.#webhookName = `Webhook ${things.suffix}`;
    stage.ledger = createLedger(stage.tenant.read);
    stage.desks.A.planId = undefined;
    stage.desks.B.planId = undefined;
  }

  report(): Course {
    const { ledger } = this.#stage;
    return {
      problems: [...new Set(ledger.problems)],
      races: ledger.races(),
      writes: ledger.writes.length,
      crashes: this.#crashes,
      conflicts: this.#conflicts,
    };
  }

  /** What a desk says no to is no failure of the test: the ledger tells whether it was right. */
  async take(step: Step): Promise<void> {
    const desk = this.#stage.desks[step.desk];
    try {
      await this.#do(desk, step);
    } catch (error) {
      if (process.env['DBG']) console.log('DBG', step.does, error);
      if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
    }
    await this.#checkPlans(desk);
    await this.#checkDrafts(desk);
  }

  async #do(desk: RestartingDesk, step: Step): Promise<void> {
    const { tenantId } = desk.desk();
    switch (step.does) {
      case 'type':
        return await this.#type(desk, step.thing, step.place);
      case 'begin a webhook':
        return await this.#beginWebhook(desk);
      case 'plan': {
        const drafts = (await this.#drafts(desk)).filter(
          ({ kind }) => step.thing === 'all' || kind === step.thing,
        );
        if (drafts.length === 0) return;
        return await this.#plan(desk, {
          from: 'drafts',
          drafts: drafts.map(({ kind, targetId }) => ({ kind, targetId })),
        });
      }
      case 'plan to delete the webhook': {
        const { id } = await this.#openWebhook(desk);
        return await this.#plan(desk, { from: 'targets', kind: 'webhook', targetIds: [id], set: null });
      }
      case 'settle':
        return await this.#settle(desk, step.take);
      case 'apply':
      case 'look':
      case 'resume':
      case 'take back':
        return await this.#send(desk, step);
      case 'plan to undo':
      case 'plan to retry': {
        const entries = await desk.desk().call('history.list', { tenantId, limit: 1 });
        const [entry] = entries;
        if (entry?.isReadable !== true) return;
        const from = step.does === 'plan to undo' ? ('undo' as const) : ('retry' as const);
        return await this.#plan(desk, { from, planId: entry.plan.id });
      }
      case 'crash':
        this.#crashes += 1;
        desk.restart();
    }
  }

  async #drafts(desk: RestartingDesk): Promise<readonly DraftSummary[]> {
    return await desk.desk().call('drafts.list', { tenantId: desk.desk().tenantId });
  }

  async #plan(desk: RestartingDesk, request: Parameters<RestartingDesk['plan']>[0]): Promise<void> {
    const plan = await desk.plan(request);
    this.#conflicts += plan.undecided;
    desk.planId = plan.id;
  }

  /** Reads the thing, or takes up the draft of it, and writes a word of its own in one of two places. */
  async #type(desk: RestartingDesk, kind: Thing, where: 0 | 1): Promise<void> {
    this.#words += 1;
    const word = `${desk.name}${this.#words}q`;
    const { tenantId } = desk.desk();
    const known = (await this.#drafts(desk)).find(
      (draft) => draft.kind === kind && !draft.targetId.startsWith('new:'),
    );
    const targetId = known?.targetId ?? (await this.#targetOf(desk, kind));
    const draft =
      known === undefined ? undefined : await desk.desk().call('drafts.get', { tenantId, kind, targetId });
    const base = draft?.base ?? (await this.#open(desk, kind));
    const before = draft?.state ?? base;
    const state = write(kind, before, where, word);
    await desk.desk().call('drafts.save', {
      tenantId,
      kind,
      targetId,
      state,
      base,
      revision: draft?.revision ?? null,
    });
    const { ledger } = this.#stage;
    ledger.noteSeen(desk.name, base);
    for (const old of tokensIn(before).difference(tokensIn(state))) ledger.noteGivenUp(old);
    ledger.noteTyped(desk.name, word);
  }

  async #targetOf(desk: RestartingDesk, kind: Thing): Promise<string> {
    if (kind === 'origins') return originsTargetId;
    return kind === 'webhook' ? (await this.#openWebhook(desk)).id : this.#things.applicationId;
  }

  async #openWebhook(desk: RestartingDesk) {
    const { data } = await desk
      .desk()
      .call('webhooks.list', { tenantId: desk.desk().tenantId, freshness: 'tenant-first' });
    const webhook = data.find(({ name }) => name === this.#webhookName);
    if (webhook === undefined) throw gone();
    return webhook;
  }

  async #open(desk: RestartingDesk, kind: Thing) {
    if (kind === 'webhook') return webhookStateOf(await this.#openWebhook(desk));
    const { applications, origins } = this.#stage.tenant.read();
    if (kind === 'origins') return { origins: [...origins] };
    const application = applications.get(this.#things.applicationId);
    if (application === undefined) throw gone();
    return kind === 'application'
      ? application
      : { application: application.name, script: application.script ?? '' };
  }

  async #beginWebhook(desk: RestartingDesk): Promise<void> {
    this.#words += 1;
    const word = `${desk.name}${this.#words}q`;
    const state: WebhookState = {
      name: `New ${word}`,
      description: '',
      url: 'https://hooks.acme.example/new',
      method: 'POST',
      contentType: 'application/json',
      headers: '',
      requestBody: '{}',
      enabled: true,
      eventType: 'SecurityAlert',
      riskLevel: 'Low',
    };
    const { tenantId } = desk.desk();
    const key = { tenantId, kind: 'webhook', targetId: `new:${word}` };
    await desk.desk().call('drafts.save', { ...key, state, base: null, revision: null });
    this.#stage.ledger.noteTyped(desk.name, word);
  }

  /** What is typed already, or, where nothing is, a word more. */
  async #planSomething(
    desk: RestartingDesk,
    { thing: kind, place: where }: Extract<Step, { readonly trouble: Trouble }>,
  ): Promise<void> {
    if ((await this.#drafts(desk)).length === 0) await this.#type(desk, kind, where);
    await this.#do(desk, { desk: desk.name, does: 'plan', thing: 'all' });
  }

  async #settle(desk: RestartingDesk, take: 'mine' | 'theirs'): Promise<void> {
    const { planId } = desk;
    if (planId === undefined) return;
    const { ledger } = this.#stage;
    for (const item of await desk.items(planId)) {
      if (item.decision === null) continue;
      ledger.noteSeen(desk.name, item.parts);
      const names = item.parts.flatMap(({ name, conflict }) => (conflict === undefined ? [] : [name]));
      const choices = Object.fromEntries([...names, 'item'].map((name) => [name, { take }] as const));
      await desk.desk().call('changes.settle', { planId, itemId: item.id, choices });
      if (take === 'theirs') for (const word of tokensIn(item.parts)) ledger.noteGivenUp(word);
    }
    ledger.notePlan(desk.name, planId, await desk.items(planId));
  }

  async #send(desk: RestartingDesk, step: Extract<Step, { readonly trouble: Trouble }>): Promise<void> {
    if (step.does === 'apply' && desk.planId === undefined) await this.#planSomething(desk, step);
    const planId = step.does === 'apply' ? desk.planId : (await this.#openPlan(desk))?.id;
    if (planId === undefined) return;
    const other = this.#stage.desks[desk.name === 'A' ? 'B' : 'A'];
    const { meanwhile: between } = step;
    const atRead =
      between === null
        ? undefined
        : { index: between.read, act: () => this.#commit(other, between.thing, between.place) };
    const { ledger } = this.#stage;
    const work = async (): Promise<Plan> => {
      const running = desk.desk();
      switch (step.does) {
        case 'apply':
          return await running.call('changes.apply', { planId });
        case 'look':
          return await running.call('changes.look', { planId });
        case 'resume':
          return await running.call('changes.resume', { planId });
        case 'take back':
          return await running.call('changes.takeBack', { planId });
      }
    };
    // What is taken back is sent under the plan that takes it back, which is not known before it is made.
    if (step.does === 'take back') ledger.noteTakeBack(`${planId} back`, planId);
    const sentAs = step.does === 'take back' ? `${planId} back` : planId;
    if (step.does === 'apply') desk.planId = undefined;
    const end = await desk.send(sentAs, work, step.trouble, atRead);
    if (end === undefined) this.#crashes += 1;
  }

  async #openPlan(desk: RestartingDesk): Promise<Plan | undefined> {
    return (await desk.desk().call('changes.open', undefined))[0];
  }

  /** The other desk, quick and without trouble. */
  async #commit(desk: RestartingDesk, kind: Thing, where: 0 | 1): Promise<void> {
    const waiting = desk.planId;
    try {
      await this.#type(desk, kind, where);
      const drafts = (await this.#drafts(desk)).filter((draft) => draft.kind === kind);
      const plan = await desk.plan({
        from: 'drafts',
        drafts: drafts.map(({ targetId }) => ({ kind, targetId })),
      });
      this.#conflicts += plan.undecided;
      await desk.send(plan.id, () => desk.desk().call('changes.apply', { planId: plan.id }), none);
    } catch (error) {
      if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
    } finally {
      desk.planId = waiting;
    }
  }

  async #checkPlans(desk: RestartingDesk): Promise<void> {
    const { tenantId } = desk.desk();
    const planIds = new Set(
      this.#stage.ledger.writes.filter((write) => write.desk === desk.name).map(({ planId }) => planId),
    );
    for (const planId of planIds) {
      if (planId.endsWith(' back') || planId === '') continue;
      const items = await desk.items(planId);
      if (items.some(({ state }) => state === 'taken-back')) continue;
      this.#stage.ledger.checkPlan(desk.name, planId, items);
    }
    const open = await desk.desk().call('changes.open', undefined);
    const entries = await desk.desk().call('history.list', { tenantId, limit: 20 });
    for (const entry of entries) {
      if (!entry.isReadable) this.#stage.ledger.problems.push(`${desk.name} cannot read its history.`);
      else if (entry.plan.state === 'open' && !open.some(({ id }) => id === entry.plan.id)) {
        this.#stage.ledger.problems.push(`${desk.name} does not offer what is open.`);
      }
    }
  }

  /** Words that were typed and not applied are in a draft. */
  async #checkDrafts(desk: RestartingDesk): Promise<void> {
    const { ledger } = this.#stage;
    const missing = ledger.missing(desk.name);
    if (missing.length === 0) return;
    const { tenantId } = desk.desk();
    const states = await Promise.all(
      (await this.#drafts(desk)).map(({ kind, targetId }) =>
        desk.desk().call('drafts.get', { tenantId, kind, targetId }),
      ),
    );
    const kept = tokensIn(states.map((draft) => draft?.state));
    for (const word of missing) {
      if (!kept.has(word))
        ledger.problems.push(`${desk.name} lost ${word}: it is in no draft, and was never applied.`);
    }
  }

  /** Nothing fails any longer: whatever is open ends when it is gone on with, or is left as it is. */
  async end(): Promise<void> {
    for (const desk of [this.#stage.desks.A, this.#stage.desks.B]) {
      for (const plan of await desk.desk().call('changes.open', undefined)) {
        const resumed = await desk.send(
          plan.origin.type === 'take-back' ? `${plan.origin.planId} back` : plan.id,
          () => desk.desk().call('changes.resume', { planId: plan.id }),
          none,
        );
        await this.#checkPlans(desk);
        if (resumed?.state !== 'open') continue;
        const isDisputed = (resumed.counts.different ?? 0) > 0;
        if (!isDisputed)
          this.#stage.ledger.problems.push(
            `${desk.name} cannot end what is open: ${JSON.stringify(resumed.counts)}`,
          );
        await desk.desk().call('changes.close', { planId: plan.id });
      }
      await this.#checkDrafts(desk);
      for (const { tenantId, kind, targetId } of await this.#drafts(desk)) {
        await desk.desk().call('drafts.discard', { tenantId, kind, targetId });
      }
    }
    const names = [...this.#stage.tenant.read().webhooks.values()].map(({ name }) => name);
    const doubled = names.filter((name, index) => name.startsWith('New ') && names.indexOf(name) !== index);
    for (const name of doubled) this.#stage.ledger.problems.push(`${name} is there twice.`);
  }
}

/** The state with this word in one of the two places where words are written. */
function write(kind: Thing, state: unknown, where: 0 | 1, word: string) {
  switch (kind) {
    case 'webhook': {
      const webhook = state as WebhookState;
      return where === 0 ? { ...webhook, description: word } : { ...webhook, requestBody: lines(word) };
    }
    case 'application': {
      const application = state as ApplicationState;
      return where === 0 ? { ...application, name: word } : { ...application, description: word };
    }
    case 'script': {
      const { application, script } = state as { application: string; script: string };
      const words = [...script.matchAll(/[ABS]\d+q/g)].map(([found]) => found);
      const old = words[where];
      return { application, script: old === undefined ? lines(word) : script.replace(old, word) };
    }
    case 'origins': {
      const { origins } = state as { origins: string[] };
      // One place adds, the other one also removes what is first.
      return { origins: [...(where === 0 ? origins : origins.slice(1)), `${word.toLowerCase()}.example`] };
    }
  }
}

function gone(): DeskFailure {
  return new DeskFailure({
    code: 'not-found',
    message: 'It is no longer there.',
    retryable: false,
    requestId: '',
  });
}
