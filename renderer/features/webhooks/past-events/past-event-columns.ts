import type { ColumnValue, PastEvent } from '../../../../contract/webhooks/samples.ts';
import type { EventChunk } from '../template/run-protocol.ts';

type Columns = Record<string, ColumnValue>;

/**
 * Builds the columns by name of events: columns that the tenant doesn't report come from a sample of the same type; null values
 * are missing. The parts shared by all events are computed once.
 */
export function columnMaker({
  columns,
  knownColumns,
  fills,
}: Pick<EventChunk, 'columns' | 'knownColumns' | 'fills'>): (event: PastEvent) => Columns {
  const known = new Set(knownColumns);
  const lastProgressAt = columns.flatMap((name, index) => (known.has(name) ? [index] : []));
  const allAt = columns.map((_name, index) => index);
  const fillOf = new Map(
    Object.entries(fills).map(([type, fill]) => [
      type,
      Object.entries(fill).filter(([name]) => !known.has(name)),
    ]),
  );
  return (event) => {
    const made: Columns = {};
    const fill = event.isWhole ? undefined : fillOf.get(event.type);
    if (fill !== undefined) for (const [name, value] of fill) define(made, name, value);
    for (const index of event.isWhole ? allAt : lastProgressAt) {
      define(made, columns[index] ?? '', event.values[index] ?? null);
    }
    return made;
  };
}

/** Defined, not assigned: a column may be called `__proto__`. */
function define(columns: Columns, name: string, value: ColumnValue): void {
  if (name === '__proto__') {
    Object.defineProperty(columns, name, { value, enumerable: true, configurable: true, writable: true });
  } else columns[name] = value;
}
