import type { ColumnValue, PastEvent } from '../../../../contract/webhooks/samples.ts';
import type { EventChunk } from '../template/run-protocol.ts';

type Columns = Record<string, ColumnValue>;

/**
 * Makes columns by name of events: what the tenant does not tell of one is taken from a sample of its type; what has no value is
 * missing. What is alike for all of them is worked out once.
 */
export function columnMaker({
  columns,
  knownColumns,
  fills,
}: Pick<EventChunk, 'columns' | 'knownColumns' | 'fills'>): (event: PastEvent) => Columns {
  const told = new Set(knownColumns);
  const lastProgressAt = columns.flatMap((name, index) => (told.has(name) ? [index] : []));
  const allAt = columns.map((_name, index) => index);
  const fillOf = new Map(
    Object.entries(fills).map(([type, fill]) => [
      type,
      Object.entries(fill).filter(([name]) => !told.has(name)),
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

/** By definition, not by assignment: a column may be called `__proto__`. */
function define(columns: Columns, name: string, value: ColumnValue): void {
  if (name === '__proto__') {
    Object.defineProperty(columns, name, { value, enumerable: true, configurable: true, writable: true });
  } else columns[name] = value;
}
