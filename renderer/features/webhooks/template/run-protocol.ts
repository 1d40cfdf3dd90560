import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import type { SampleEvent } from './sample-event.ts';

/** A chunk of the tenant's events, with the data needed to build their columns. */
export interface EventChunk {
  readonly columns: readonly string[];
  readonly knownColumns: readonly string[];
  readonly events: readonly PastEvent[];
  /** Values for columns that an event doesn't report, by event type. */
  readonly fills: Readonly<Record<string, SampleEvent['columns']>>;
}

export interface RunRequest {
  readonly kind: 'run';
  readonly source: string;
  readonly contentType: string;
  /** Set of events that the worker has; events of other sets are dropped. */
  readonly set: number;
  /** Index of the chunk. */
  readonly index: number;
  /** First event of the chunk to render. */
  readonly from: number;
  /** Omitted if the worker received it before: handing it over takes longer than rendering. */
  readonly chunk?: EventChunk;
  /** Number of failed events whose cause is searched for. */
  readonly causes: number;
}

/** The value that breaks an event: with another value it would have been sent. */
export interface BreakCause {
  readonly column: string;
  /** Undefined if the column has none. */
  readonly value: string | undefined;
  /** For example `quote`. */
  readonly what: string;
}

export type EventResult =
  | {
      readonly state: 'sent';
      /** Bytes of the payload. */
      readonly size: number;
      /** Start of the payload. */
      readonly text: string;
    }
  | {
      readonly state: 'broken';
      /** Zero if nothing could be rendered. */
      readonly size: number;
      readonly text: string;
      /** From 1: in the template where it stopped, or in the payload if it isn't JSON. */
      readonly line: number;
      readonly cause?: BreakCause;
    };

/** Packed, because handing over ten thousand objects takes as long as creating them. */
export interface RunResult {
  readonly kind: 'run';
  /** Payload sizes in bytes of the first requested events: the worker answers before it has taken long. */
  readonly sizes: Uint32Array;
  /** Starts of the payloads joined, and the length of each. */
  readonly texts: string;
  readonly textLengths: Uint16Array;
  /** The failed ones, by their index in the answer. */
  readonly broken: readonly (readonly [offset: number, result: Extract<EventResult, { state: 'broken' }>])[];
  /** The worker doesn't have this chunk (any more): send it again with the events. */
  readonly isUnknown?: true;
  /** Why nothing can be rendered: the template doesn't parse. */
  readonly untriable?: { readonly message: string; readonly line: number; readonly column: number };
}

/** Collects results one by one, up to `most`. */
export class ResultPacker {
  readonly #sizes: Uint32Array;
  readonly #textLengths: Uint16Array;
  readonly #broken: RunResult['broken'][number][] = [];
  #texts = '';
  #count = 0;

  constructor(capacity: number) {
    this.#sizes = new Uint32Array(capacity);
    this.#textLengths = new Uint16Array(capacity);
  }

  add(result: EventResult): void {
    this.#sizes[this.#count] = result.size;
    if (result.state === 'sent') {
      this.#texts += result.text;
      this.#textLengths[this.#count] = result.text.length;
    } else this.#broken.push([this.#count, result]);
    this.#count += 1;
  }

  packed(): RunResult {
    return {
      kind: 'run',
      sizes: this.#sizes.subarray(0, this.#count),
      texts: this.#texts,
      textLengths: this.#textLengths.subarray(0, this.#count),
      broken: this.#broken,
    };
  }
}

export function unpackResults({ sizes, texts, textLengths, broken }: RunResult): EventResult[] {
  const results: EventResult[] = [];
  let at = 0;
  for (let offset = 0; offset < sizes.length; offset += 1) {
    const end = at + (textLengths[offset] ?? 0);
    results.push({ state: 'sent', size: sizes[offset] ?? 0, text: texts.slice(at, end) });
    at = end;
  }
  for (const [offset, result] of broken) results[offset] = result;
  return results;
}
