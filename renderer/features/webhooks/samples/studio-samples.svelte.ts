import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { OwnSample } from '../../../../contract/webhooks/samples.ts';
import { builtInSamples, typeOf } from '../template/sample-events.ts';
import type { TemplateVariable } from '../template/template-protocol.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import { readSample, sampleText } from './sample-text.ts';

/** What is typed of an own sample and not kept yet: it has no name, or is no event. */
interface TypedSample {
  readonly name: string;
  readonly text: string;
}

/** What the studio knows besides: the columns of the tenant, and the event types that its webhooks are for. */
interface SampleSurroundings {
  readonly variables: readonly TemplateVariable[];
  readonly eventType: string;
  readonly eventTypes: readonly string[];
}

const typedOf = new WeakMap<Desk, SvelteMap<string, SvelteMap<string, TypedSample>>>();

/** Text that is no event yet cannot be saved: it outlives the view in which it was typed, for as long as the window is open. */
function typedIn(desk: Desk, tenantId: string): SvelteMap<string, TypedSample> {
  const ofDesk = typedOf.get(desk) ?? new SvelteMap<string, SvelteMap<string, TypedSample>>();
  typedOf.set(desk, ofDesk);
  const typed = ofDesk.get(tenantId) ?? new SvelteMap<string, TypedSample>();
  ofDesk.set(tenantId, typed);
  return typed;
}

/** The events that a template can be previewed with: those of the desk, own ones of the tenant, and one that really happened. */
export class StudioSamples {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #around: () => SampleSurroundings;
  own = $state.raw<readonly OwnSample[]>([]);
  /** An event of the tenant that a person opened. */
  past = $state.raw<SampleEvent | undefined>(undefined);
  readonly #typed: SvelteMap<string, TypedSample>;
  #chosenId = $state('');
  readonly #saving = new SvelteSet<string>();
  readonly #variables = $derived.by(() => this.#around().variables);
  readonly #eventType = $derived.by(() => this.#around().eventType);
  /** As text: the same types are no news, and with every key the webhook is another object. */
  readonly #typesText = $derived.by(() => JSON.stringify([this.#eventType, ...this.#around().eventTypes]));
  readonly builtIn = $derived(builtInSamples(this.#variables, JSON.parse(this.#typesText) as string[]));
  readonly all: readonly SampleEvent[] = $derived([
    ...this.builtIn,
    ...this.own.map(toEvent),
    ...(this.past === undefined ? [] : [this.past]),
  ]);
  /** Nobody chose yet: one of the type that the webhook is for. */
  readonly chosen: SampleEvent = $derived(
    this.all.find(({ id }) => id === this.#chosenId) ??
      this.builtIn.find((sample) => typeOf(sample) === this.#eventType) ??
      this.builtIn[0],
  );

  constructor(desk: Desk, tenantId: string, around: () => SampleSurroundings) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#around = around;
    this.#typed = typedIn(desk, tenantId);
  }

  choose(id: string): void {
    this.#chosenId = id;
  }

  /** Shows an event that really happened, in the place of the one opened before. */
  openPast(event: SampleEvent): void {
    this.past = event;
    this.#chosenId = event.id;
  }

  async read(): Promise<void> {
    this.own = await this.#desk.samples.list({ tenantId: this.#tenantId });
    for (const sample of this.own) if (this.isKept(sample)) this.#typed.delete(sample.id);
  }

  /** What stands in the editor: as typed, else as kept. */
  typedOf(sample: OwnSample): TypedSample {
    return this.#typed.get(sample.id) ?? { name: sample.name, text: sampleText(sample.columns) };
  }

  /**
   * Keeps it when it is an event with a name; until then what was typed stays here. One save at a time: what is typed meanwhile
   * goes with the next. Rejects when it cannot be kept.
   */
  async edit(sample: OwnSample, typed: TypedSample): Promise<void> {
    this.#typed.set(sample.id, typed);
    if (this.#saving.has(sample.id)) return;
    this.#saving.add(sample.id);
    try {
      for (let next = this.#unkept(sample.id); next !== undefined; next = this.#unkept(sample.id)) {
        await this.#save(next);
      }
    } finally {
      this.#saving.delete(sample.id);
    }
  }

  /** What is to be kept of what was typed; undefined where all is, or cannot be. */
  #unkept(id: string): OwnSample | undefined {
    const kept = this.own.find((one) => one.id === id);
    const typed = this.#typed.get(id);
    if (kept === undefined || typed === undefined || this.isKept(kept)) return undefined;
    const read = readSample(typed.text);
    const name = typed.name.trim();
    return read.ok && name !== '' ? { id, name, columns: read.columns } : undefined;
  }

  isKept(sample: OwnSample): boolean {
    const typed = this.#typed.get(sample.id);
    if (typed === undefined) return true;
    const read = readSample(typed.text);
    return (
      read.ok && typed.name.trim() === sample.name && sampleText(read.columns) === sampleText(sample.columns)
    );
  }

  /** Each is kept before the next is begun. Answers what was added; rejects, with those before it there, when one cannot be kept. */
  async add(samples: readonly Pick<OwnSample, 'name' | 'columns'>[]): Promise<readonly OwnSample[]> {
    const added: OwnSample[] = [];
    for (const { name, columns } of samples) {
      const sample = { id: crypto.randomUUID(), name, columns };
      await this.#save(sample);
      added.push(sample);
    }
    return added;
  }

  /** Answers what brings it back, as it was typed and to where it stood. */
  async remove(sample: OwnSample): Promise<() => Promise<void>> {
    const index = this.own.findIndex(({ id }) => id === sample.id);
    const kept = this.own[index] ?? sample;
    const typed = this.#typed.get(sample.id);
    await this.#desk.samples.remove({ tenantId: this.#tenantId, id: sample.id });
    this.own = this.own.filter(({ id }) => id !== sample.id);
    return async () => {
      await this.#desk.samples.save({ tenantId: this.#tenantId, sample: kept });
      this.own = this.own.toSpliced(index, 0, kept);
      if (typed !== undefined) this.#typed.set(sample.id, typed);
    };
  }

  async #save(sample: OwnSample): Promise<void> {
    await this.#desk.samples.save({ tenantId: this.#tenantId, sample });
    const isKnown = this.own.some(({ id }) => id === sample.id);
    this.own = isKnown ? this.own.map((one) => (one.id === sample.id ? sample : one)) : [...this.own, sample];
  }
}

function toEvent({ id, name, columns }: OwnSample): SampleEvent {
  // Entries, because a column may be called `__proto__`.
  return { id, name, columns: Object.fromEntries(columns.map((column) => [column.name, column.value])) };
}

/** As an own sample has it: null stays, for it says that the column is missing. */
export function columnsOf({ columns }: Pick<SampleEvent, 'columns'>): OwnSample['columns'] {
  return Object.entries(columns).map(([name, value]) => ({ name, value }));
}
