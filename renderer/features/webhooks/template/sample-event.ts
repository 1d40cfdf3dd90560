import type { ColumnValue } from '../../../../contract/webhooks/samples.ts';

export interface SampleEvent {
  readonly id: string;
  readonly name: string;
  /** Event columns by name; also available without a prefix. Times are milliseconds since the epoch. */
  readonly columns: Readonly<Record<string, ColumnValue>>;
}
