import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { OwnSample } from '../../../../contract/webhooks/samples.ts';
import { builtInSamples, typeOf } from '../template/sample-events.ts';
import type { TemplateVariable } from '../template/template-protocol.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import { readSample, sampleText } from './sample-text.ts';

/** Unsaved text of a custom sample: it has no name, or isn't a valid event. */
interface TypedSample {
  readonly name: string;
  readonly text: string;
}

/** Other data of the studio: the columns of the tenant, and the event types of its webhooks. */
interface SampleSurroundings {
  readonly variables: readonly TemplateVariable[];
  readonly eventType: string;
  readonly eventTypes: readonly string[];
}

const typedOf = new WeakMap<Desk, SvelteMap<string, SvelteMap<string, TypedSample>>>();

/** Invalid text can't be saved: it outlives the view it was typed in, for as long as the window is open. */
function typedIn(desk: Desk, tenantId: string): SvelteMap<string, TypedSample> {
  const ofDesk = typedOf.get(desk) ?? new SvelteMap<string, SvelteMap<string, TypedSample>>();
  typedOf.set(desk, ofDesk);
  const typed = ofDesk.get(tenantId) ?? new SvelteMap<string, TypedSample>();
  ofDesk.set(tenantId, typed);
  return typed;
}

/** The events available to the preview: built-in samples, the tenant's custom samples, and an opened past event. */
export class StudioSamples {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #around: () => SampleSurroundings;
  own = $state.raw<readonly OwnSample[]>([]);
  /** The opened past event. */
  past = $state.raw<SampleEvent | undefined>(undefined);
  readonly #typed: SvelteMap<string, TypedSample>;
  #chosenId = $state('');
  readonly #saving = new SvelteSet<string>();
  readonly #variables = $derived.by(() => this.#around().variables);
  readonly #eventType = $derived.by(() => this.#around().eventType);
  /** As text: the webhook is a new object on every keystroke, but the same types should change nothing. */
  readonly #typesText = $derived.by(() => JSON.stringify([this.#eventType, ...this.#around().eventTypes]));
  readonly builtIn = $derived(builtInSamples(this.#variables, JSON.parse(this.#typesText) as string[]));
  readonly all: readonly SampleEvent[] = $derived([
    ...this.builtIn,
    ...this.own.map(toEvent),
    ...(this.past === undefined ? [] : [this.past]),
  ]);
  /** Default selection: a sample of the webhook's event type. */
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

  /** Shows a past event, replacing the previous one. */
  openPast(event: SampleEvent): void {
    this.past = event;
    this.#chosenId = event.id;
  }

  async read(): Promise<void> {
    this.own = await this.#desk.samples.list({ tenantId: this.#tenantId });
    for (const sample of this.own) if (this.isSaved(sample)) this.#typed.delete(sample.id);
  }

  /** Text in the editor: as typed, else as saved. */
  typedOf(sample: OwnSample): TypedSample {
    return this.#typed.get(sample.id) ?? { name: sample.name, text: sampleText(sample.columns) };
  }

  /**
   * Saves the sample if it is an event with a name; until then the text stays here. One save at a time: later edits are part
   * of the next. Rejects if it can't be saved.
   */
  async edit(sample: OwnSample, typed: TypedSample): Promise<void> {
    this.#typed.set(sample.id, typed);
    if (this.#saving.has(sample.id)) return;
    this.#saving.add(sample.id);
    try {
      for (let next = this.#unsaved(sample.id); next !== undefined; next = this.#unsaved(sample.id)) {
        await this.#save(next);
      }
    } finally {
      this.#saving.delete(sample.id);
    }
  }

  /** The unsaved changes; undefined if there are none, or they can't be saved. */
  #unsaved(id: string): OwnSample | undefined {
    const saved = this.own.find((one) => one.id === id);
    const typed = this.#typed.get(id);
    if (saved === undefined || typed === undefined || this.isSaved(saved)) return undefined;
    const read = readSample(typed.text);
    const name = typed.name.trim();
    return read.ok && name !== '' ? { id, name, columns: read.columns } : undefined;
  }

  isSaved(sample: OwnSample): boolean {
    const typed = this.#typed.get(sample.id);
    if (typed === undefined) return true;
    const read = readSample(typed.text);
    return (
      read.ok && typed.name.trim() === sample.name && sampleText(read.columns) === sampleText(sample.columns)
    );
  }

  /** Saves one sample after the other. Returns the added ones; rejects, keeping those before it, if one can't be saved. */
  async add(samples: readonly Pick<OwnSample, 'name' | 'columns'>[]): Promise<readonly OwnSample[]> {
    const added: OwnSample[] = [];
    for (const { name, columns } of samples) {
      const sample = { id: crypto.randomUUID(), name, columns };
      await this.#save(sample);
      added.push(sample);
    }
    return added;
  }

  /** Returns a function that restores the sample with its text and position. */
  async remove(sample: OwnSample): Promise<() => Promise<void>> {
    const index = this.own.findIndex(({ id }) => id === sample.id);
    const saved = this.own[index] ?? sample;
    const typed = this.#typed.get(sample.id);
    await this.#desk.samples.remove({ tenantId: this.#tenantId, id: sample.id });
    this.own = this.own.filter(({ id }) => id !== sample.id);
    return async () => {
      await this.#desk.samples.save({ tenantId: this.#tenantId, sample: saved });
      this.own = this.own.toSpliced(index, 0, saved);
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

/** Columns of a custom sample: null stays, because it means that the column is missing. */
export function columnsOf({ columns }: Pick<SampleEvent, 'columns'>): OwnSample['columns'] {
  return Object.entries(columns).map(([name, value]) => ({ name, value }));
}
