import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import type { SampleEvent } from './sample-event.ts';

/** Some of the tenant's events, and what it takes to make columns of them. */
export interface EventChunk {
  readonly columns: readonly string[];
  readonly knownColumns: readonly string[];
  readonly events: readonly PastEvent[];
  /** Values for what is not told of an event, by its type. */
  readonly fills: Readonly<Record<string, SampleEvent['columns']>>;
}

export interface RunRequest {
  readonly kind: 'run';
  readonly source: string;
  readonly contentType: string;
  /** Of which the worker has the events; those of another set are forgotten. */
  readonly set: number;
  /** Which of its chunks. */
  readonly index: number;
  /** The first event of the chunk that is wanted. */
  readonly from: number;
  /** Left out where the worker was given it before: it takes longer to hand over than to render. */
  readonly chunk?: EventChunk;
  /** For how many broken events it is tried out which value broke them. */
  readonly causes: number;
}

/** The value that breaks an event: with another in its place it would have been sent. */
export interface BreakCause {
  readonly column: string;
  /** Undefined where the column has none. */
  readonly value: string | undefined;
  /** For example `quote`. */
  readonly what: string;
}

export type EventResult =
  | {
      readonly state: 'sent';
      /** Bytes of the payload. */
      readonly size: number;
      /** How it begins. */
      readonly text: string;
    }
  | {
      readonly state: 'broken';
      /** Zero where nothing could be made. */
      readonly size: number;
      readonly text: string;
      /** From 1: of the template where it stopped, of the payload where it is no JSON. */
      readonly line: number;
      readonly cause?: BreakCause;
    };

/** Packed, because ten thousand objects take as long to hand over as to make. */
export interface RunAnswer {
  readonly kind: 'run';
  /** Bytes of the payloads of the first events that were asked for: the worker answers before it has taken long. */
  readonly sizes: Uint32Array;
  /** How they begin, one after the other, and how many characters that is of each. */
  readonly texts: string;
  readonly textLengths: Uint16Array;
  /** Those of them that are broken, by their place among them. */
  readonly broken: readonly (readonly [offset: number, result: Extract<EventResult, { state: 'broken' }>])[];
  /** The worker does not have this chunk (any longer): it is to be given it. */
  readonly isUnknown?: true;
  /** Why none can be rendered: the template does not parse. */
  readonly untriable?: { readonly message: string; readonly line: number; readonly column: number };
}

/** Takes in results one by one; no more of them than `most`. */
export class ResultPacker {
  readonly #sizes: Uint32Array;
  readonly #textLengths: Uint16Array;
  readonly #broken: RunAnswer['broken'][number][] = [];
  #texts = '';
  #count = 0;

  constructor(most: number) {
    this.#sizes = new Uint32Array(most);
    this.#textLengths = new Uint16Array(most);
  }

  add(result: EventResult): void {
    this.#sizes[this.#count] = result.size;
    if (result.state === 'sent') {
      this.#texts += result.text;
      this.#textLengths[this.#count] = result.text.length;
    } else this.#broken.push([this.#count, result]);
    this.#count += 1;
  }

  packed(): RunAnswer {
    return {
      kind: 'run',
      sizes: this.#sizes.subarray(0, this.#count),
      texts: this.#texts,
      textLengths: this.#textLengths.subarray(0, this.#count),
      broken: this.#broken,
    };
  }
}

export function unpackResults({ sizes, texts, textLengths, broken }: RunAnswer): EventResult[] {
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
