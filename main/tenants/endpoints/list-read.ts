import type { z } from 'zod';
import { createYielder } from '../../platform/timing/yielder.ts';
import { checkJson } from '../../platform/json/check-json.ts';
import type { Snapshot } from '../../../contract/schema/snapshot.ts';

/** A list, as far as its rows can be used. */
export interface ListRead<Row> {
  readonly rows: Row[];
  /** Rows of the tenant that are no rows of such a list, or have no identifier of their own. */
  readonly leftOut: number;
}

/**
 * Reads each row by itself, so that one bad row costs itself and not the list. Without an identifier of its own nothing
 * can be opened, changed or told apart, so such a row is as bad as one of another shape. However long the list is, everybody
 * else gets a turn meanwhile. `shape` makes of a row of the tenant what the schema describes.
 */
export async function readRows<Raw, Schema extends z.ZodType>(
  raw: readonly Raw[],
  schema: Schema,
  idOf: (row: z.output<Schema>) => string,
  shape: (row: Raw) => unknown = (row) => row,
): Promise<ListRead<z.output<Schema>>> {
  const rows = new Map<string, z.output<Schema>>();
  const turns = createYielder();
  for (const row of raw) {
    if (turns.isOver()) await turns.rest();
    const candidate = shape(row);
    const parsed = checkJson(schema, candidate);
    if (!parsed.success) continue;
    const id = idOf(parsed.data);
    if (id !== '' && !rows.has(id)) rows.set(id, parsed.data);
  }
  return { rows: [...rows.values()], leftOut: raw.length - rows.size };
}

/**
 * Answers a read of a list together with how many rows of it were left out. `read` gets what to fetch with, whose rows
 * alone are the data.
 */
export async function countingLeftOut<Row, Data>(
  fetchList: () => Promise<ListRead<Row>>,
  read: (fetch: () => Promise<Row[]>) => Promise<Snapshot<Data>>,
): Promise<Snapshot<Data>> {
  let leftOut = 0;
  const snapshot = await read(async () => {
    const list = await fetchList();
    ({ leftOut } = list);
    return list.rows;
  });
  return snapshot.source === 'tenant' && leftOut > 0 ? { ...snapshot, leftOut } : snapshot;
}
