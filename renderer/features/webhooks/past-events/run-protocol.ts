import type { PastEvent } from '../../../../contract/samples.ts';
import type { SampleEvent } from '../template-protocol.ts';

/** Some of the tenant's events, and what it takes to make columns of them. */
export interface EventChunk {
  readonly columns: readonly string[];
  readonly toldColumns: readonly string[];
  readonly events: readonly PastEvent[];
  /** Values for what is not told of an event, by its type. */
  readonly fills: Readonly<Record<string, SampleEvent['columns']>>;
}

export interface RunRequest extends EventChunk {
  readonly kind: 'run';
  readonly source: string;
  readonly contentType: string;
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

export interface RunAnswer {
  readonly kind: 'run';
  /** Of the first events that were asked for; the worker answers before it has taken long, and is asked for the rest. */
  readonly results: readonly EventResult[];
  /** Why none can be rendered: the template does not parse. */
  readonly untriable?: { readonly message: string; readonly line: number; readonly column: number };
}
