import type { Plan } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { EditedItems, Place, ItemName } from './edited-items.ts';
import { prepareItems } from './edited-items.ts';
import { checkDoubled, checkDrafts, checkPlans } from './interleaving-laws.ts';
import type { DeskStep, Meanwhile, Sending, Step } from './interleaving-steps.ts';
import { createLedger, deskNames } from './ledger.ts';
import { changeFromOutside } from './outsider.ts';
import { Person } from './person.ts';
import type { DeskName } from './ledger.ts';
import type { Stage } from './stage.ts';

/** Outcomes of the steps of an interleaving, for the statistics. */
export interface Course {
  readonly problems: readonly string[];
  readonly races: number;
  readonly writes: number;
  /** Requests of the outside admin. */
  readonly outside: number;
  readonly crashes: number;
  readonly conflicts: number;
}

let runs = 0;
const noFailure = { fault: 'none', write: 0 } as const;

/** Runs the steps, then finishes everything open; returns the problems. */
export async function runInterleaving(stage: Stage, steps: readonly Step[]): Promise<Course> {
  runs += 1;
  const editedItems = await prepareItems(stage.tenant, `${process.pid}-${runs}`);
  const course = new Interleaving(stage, editedItems);
  for (const step of steps) await course.take(step);
  await course.end();
  return course.report();
}

class Interleaving {
  readonly #stage: Stage;
  readonly #people: Readonly<Record<DeskName, Person>>;
  readonly #things: EditedItems;
  #crashes = 0;

  constructor(stage: Stage, editedItems: EditedItems) {
    stage.ledger = createLedger(stage.tenant.read);
    this.#stage = stage;
    this.#things = editedItems;
    const seat = (name: DeskName): Person => new Person(name, stage, editedItems);
    this.#people = { A: seat('A'), B: seat('B'), C: seat('C') };
  }

  report(): Course {
    const { ledger } = this.#stage;
    return {
      problems: [...new Set(ledger.problems)],
      races: ledger.races(),
      writes: ledger.writes.filter(({ by }) => by !== 'administrator').length,
      outside: ledger.writes.filter(({ by }) => by === 'administrator').length,
      crashes: this.#crashes,
      conflicts: Object.values(this.#people).reduce((sum, { conflicts }) => sum + conflicts, 0),
    };
  }

  async take(step: Step): Promise<void> {
    if (step.desk === 'none') return await changeFromOutside(this.#stage, this.#things, step.does);
    const person = this.#people[step.desk];
    await unlessRejected(() => this.#do(person, step));
    await this.#keepWhatWasApplied();
    await checkPlans(this.#stage, person);
    await checkDrafts(this.#stage, person);
  }

  async #do(person: Person, step: DeskStep): Promise<unknown> {
    switch (step.does) {
      case 'type':
        return await person.type(step.item, step.place);
      case 'begin a webhook':
        return await person.beginWebhook();
      case 'plan':
        return await person.planDrafts(step.item === 'all' ? undefined : step.item);
      case 'plan to delete the webhook':
        return await person.planToDeleteWebhook();
      case 'settle':
        return await person.resolve(step.take);
      case 'apply':
      case 'look':
      case 'resume':
      case 'roll back':
        return await this.#send(person, step);
      case 'plan to undo':
        return await person.planAgain('undo');
      case 'plan to retry':
        return await person.planAgain('retry');
      case 'crash':
        this.#crashes += 1;
        return person.desk.restart();
    }
  }

  async #send(person: Person, sending: Sending): Promise<void> {
    const { desk } = person;
    const { does, item, place, meanwhile, injected } = sending;
    if (does === 'apply' && desk.planId === undefined) {
      // Uses the existing drafts, or types a new marker if there are none.
      if ((await person.drafts()).length === 0) await person.type(item, place);
      await person.planDrafts();
    }
    const planId = does === 'apply' ? desk.planId : (await person.openPlan())?.id;
    if (planId === undefined) return;
    const atRead =
      meanwhile === null
        ? undefined
        : { index: meanwhile.read, act: () => this.#actMeanwhile(desk.name, meanwhile) };
    // Undo requests belong to the undo plan, whose ID is not known before it is created.
    if (does === 'roll back') this.#stage.ledger.noteUndo(`${planId} back`, planId);
    const sentAs = does === 'roll back' ? `${planId} back` : planId;
    if (does === 'apply') desk.planId = undefined;
    const work = async (): Promise<Plan> => await desk.desk().call(methodOf[does], { planId });
    const end = await desk.send(sentAs, work, injected, atRead);
    if (end === undefined) this.#crashes += 1;
  }

  async #actMeanwhile(desk: DeskName, meanwhile: Meanwhile): Promise<void> {
    if (meanwhile.by === 'administrator') {
      return await changeFromOutside(this.#stage, this.#things, meanwhile.change);
    }
    const seats = meanwhile.by === 'next desk' ? 1 : 2;
    const name = deskNames[(deskNames.indexOf(desk) + seats) % deskNames.length];
    if (name !== undefined) await this.#commit(this.#people[name], meanwhile.item, meanwhile.place);
  }

  /** Someone else edits and applies at once, without failures; plans that waited in that instance keep waiting. */
  async #commit(person: Person, item: ItemName, place: Place): Promise<void> {
    const { desk } = person;
    const waiting = desk.planId;
    await unlessRejected(async () => {
      await person.type(item, place);
      const plan = await person.planDrafts(item);
      if (plan === undefined) return;
      const work = () => desk.desk().call('changes.apply', { planId: plan.id });
      await desk.send(plan.id, work, noFailure);
    });
    desk.planId = waiting;
  }

  /** All users confirm at once: an automatic revert after a minute would affect a later interleaving. */
  async #keepWhatWasApplied(): Promise<void> {
    for (const { desk } of Object.values(this.#people)) {
      const { call } = desk.desk();
      for (const { planId } of await call('provisional.list', undefined))
        await call('provisional.keep', { planId });
    }
  }

  /** Nothing fails from here on: everything open finishes when it is resumed, or is closed as it is. */
  async end(): Promise<void> {
    for (const person of Object.values(this.#people)) {
      const { call, tenantId } = person.desk.desk();
      for (const plan of await call('changes.open', undefined)) await this.#endPlan(person, plan);
      await this.#keepWhatWasApplied();
      await checkDrafts(this.#stage, person);
      for (const { kind, targetId } of await person.drafts())
        await call('drafts.discard', { tenantId, kind, targetId });
    }
    checkDoubled(this.#stage);
  }

  async #endPlan(person: Person, { id: planId, origin }: Plan): Promise<void> {
    const { desk } = person;
    const { call } = desk.desk();
    const sentAs = origin.type === 'take-back' ? `${origin.planId} back` : planId;
    const resume = () => desk.send(sentAs, () => call('changes.resume', { planId }), noFailure);
    let resumed = await resume();
    if (await this.#claimArrivals(person, planId, sentAs)) resumed = await resume();
    await checkPlans(this.#stage, person);
    if (resumed?.state !== 'open') return;
    const isDisputed = (resumed.counts.different ?? 0) > 0;
    if (!isDisputed) {
      const counts = JSON.stringify(resumed.counts);
      this.#stage.ledger.problems.push(`${desk.name} cannot end what is open: ${counts}`);
    }
    await call('changes.close', { planId });
  }

  /** Attributes what appeared while a response was lost, as the tenant recorded it. False if there is no question. */
  async #claimArrivals({ desk }: Person, planId: string, sentAs: string): Promise<boolean> {
    const items = (await desk.items(planId)).filter(({ arrivals }) => arrivals !== undefined);
    for (const { id: itemId, arrivals = [] } of items) {
      const made = arrivals.filter(({ id }) => this.#stage.ledger.makerOf(id) === sentAs);
      await desk.desk().call('changes.claim', { planId, itemId, mine: made.map(({ id }) => id) });
    }
    return items.length > 0;
  }
}

const methodOf = {
  apply: 'changes.apply',
  look: 'changes.look',
  resume: 'changes.resume',
  'roll back': 'changes.takeBack',
} as const;

/** A rejection is not a test failure: the ledger checks whether it was right. */
async function unlessRejected(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
  }
}
