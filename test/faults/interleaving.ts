import type { Plan } from '../../contract/changes.ts';
import { DeskFailure } from '../../contract/desk-failure.ts';
import type { EditedThings, Place, Thing } from './edited-things.ts';
import { prepareThings } from './edited-things.ts';
import { checkDoubled, checkDrafts, checkPlans } from './interleaving-laws.ts';
import type { Sending, Step } from './interleaving-steps.ts';
import { createLedger } from './ledger.ts';
import { Person } from './person.ts';
import type { Stage } from './stage.ts';

/** How the steps of an interleaving came out, for the figures. */
export interface Course {
  readonly problems: readonly string[];
  readonly races: number;
  readonly writes: number;
  readonly crashes: number;
  readonly conflicts: number;
}

let runs = 0;
const noTrouble = { fault: 'none', write: 0 } as const;

/** Does the steps, then lets everything that is open end; answers what was not true on the way. */
export async function runInterleaving(stage: Stage, steps: readonly Step[]): Promise<Course> {
  runs += 1;
  const things = await prepareThings(stage.tenant, `${process.pid}-${runs}`);
  const course = new Interleaving(stage, things);
  for (const step of steps) await course.take(step);
  await course.end();
  return course.report();
}

class Interleaving {
  readonly #stage: Stage;
  readonly #people: { readonly A: Person; readonly B: Person };
  #crashes = 0;

  constructor(stage: Stage, things: EditedThings) {
    stage.ledger = createLedger(stage.tenant.read);
    this.#stage = stage;
    this.#people = { A: new Person('A', stage, things), B: new Person('B', stage, things) };
  }

  report(): Course {
    const { ledger } = this.#stage;
    return {
      problems: [...new Set(ledger.problems)],
      races: ledger.races(),
      writes: ledger.writes.length,
      crashes: this.#crashes,
      conflicts: this.#people.A.conflicts + this.#people.B.conflicts,
    };
  }

  async take(step: Step): Promise<void> {
    const person = this.#people[step.desk];
    await unlessRefused(() => this.#do(person, step));
    await checkPlans(this.#stage, person);
    await checkDrafts(this.#stage, person);
  }

  async #do(person: Person, step: Step): Promise<unknown> {
    switch (step.does) {
      case 'type':
        return await person.type(step.thing, step.place);
      case 'begin a webhook':
        return await person.beginWebhook();
      case 'plan':
        return await person.planDrafts(step.thing === 'all' ? undefined : step.thing);
      case 'plan to delete the webhook':
        return await person.planToDeleteWebhook();
      case 'settle':
        return await person.settle(step.take);
      case 'apply':
      case 'look':
      case 'resume':
      case 'take back':
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
    const { does, thing, place, meanwhile, trouble } = sending;
    if (does === 'apply' && desk.planId === undefined) {
      // What is typed already, or, where nothing is, a word more.
      if ((await person.drafts()).length === 0) await person.type(thing, place);
      await person.planDrafts();
    }
    const planId = does === 'apply' ? desk.planId : (await person.openPlan())?.id;
    if (planId === undefined) return;
    const other = this.#people[desk.name === 'A' ? 'B' : 'A'];
    const atRead =
      meanwhile === null
        ? undefined
        : { index: meanwhile.read, act: () => this.#commit(other, meanwhile.thing, meanwhile.place) };
    // What is taken back is sent under the plan that takes it back, which is not known before it is made.
    if (does === 'take back') this.#stage.ledger.noteTakeBack(`${planId} back`, planId);
    const sentAs = does === 'take back' ? `${planId} back` : planId;
    if (does === 'apply') desk.planId = undefined;
    const work = async (): Promise<Plan> => await desk.desk().call(methodOf[does], { planId });
    const end = await desk.send(sentAs, work, trouble, atRead);
    if (end === undefined) this.#crashes += 1;
  }

  /** The other one, quick and without trouble; what waited at that desk waits on. */
  async #commit(person: Person, thing: Thing, place: Place): Promise<void> {
    const { desk } = person;
    const waiting = desk.planId;
    await unlessRefused(async () => {
      await person.type(thing, place);
      const plan = await person.planDrafts(thing);
      if (plan === undefined) return;
      const work = () => desk.desk().call('changes.apply', { planId: plan.id });
      await desk.send(plan.id, work, noTrouble);
    });
    desk.planId = waiting;
  }

  /** Nothing fails any longer: whatever is open ends when it is gone on with, or is left as it is. */
  async end(): Promise<void> {
    for (const person of [this.#people.A, this.#people.B]) {
      const { call, tenantId } = person.desk.desk();
      for (const plan of await call('changes.open', undefined)) await this.#endPlan(person, plan);
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
    const resumed = await desk.send(sentAs, () => call('changes.resume', { planId }), noTrouble);
    await checkPlans(this.#stage, person);
    if (resumed?.state !== 'open') return;
    const isDisputed = (resumed.counts.different ?? 0) > 0;
    if (!isDisputed) {
      const counts = JSON.stringify(resumed.counts);
      this.#stage.ledger.problems.push(`${desk.name} cannot end what is open: ${counts}`);
    }
    await call('changes.close', { planId });
  }
}

const methodOf = {
  apply: 'changes.apply',
  look: 'changes.look',
  resume: 'changes.resume',
  'take back': 'changes.takeBack',
} as const;

/** What a desk says no to is no failure of the test: the ledger tells whether it was right. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
  }
}
