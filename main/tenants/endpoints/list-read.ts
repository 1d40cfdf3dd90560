import type { z } from 'zod';
import { createYielder } from '../../platform/timing/yielder.ts';
import { checkJson } from '../../platform/json/check-json.ts';
import type { Snapshot } from '../../../contract/schema/snapshot.ts';

/** The usable rows of a list. */
export interface ListRead<Row> {
  readonly rows: Row[];
  /** Number of rows that don't match the schema, or have no unique ID. */
  readonly skipped: number;
}

/**
 * Validates each row separately, so that an invalid row doesn't fail the list. Rows without a unique ID can't be opened, changed or
 * distinguished, so they count as invalid. Yields to other work meanwhile. `shape` converts a row of the tenant to the schema's shape.
 */
export async function readRows<Raw, Schema extends z.ZodType>(
  raw: readonly Raw[],
  schema: Schema,
  idOf: (row: z.output<Schema>) => string,
  shape: (row: Raw) => unknown = (row) => row,
): Promise<ListRead<z.output<Schema>>> {
  const rows = new Map<string, z.output<Schema>>();
  const yielder = createYielder();
  for (const row of raw) {
    if (yielder.isOver()) await yielder.rest();
    const candidate = shape(row);
    const parsed = checkJson(schema, candidate);
    if (!parsed.success) continue;
    const id = idOf(parsed.data);
    if (id !== '' && !rows.has(id)) rows.set(id, parsed.data);
  }
  return { rows: [...rows.values()], skipped: raw.length - rows.size };
}

/**
 * Adds the number of skipped rows to the snapshot of a list. `read` receives a fetch function that returns only the rows.
 */
export async function countingSkipped<Row, Data>(
  fetchList: () => Promise<ListRead<Row>>,
  read: (fetch: () => Promise<Row[]>) => Promise<Snapshot<Data>>,
): Promise<Snapshot<Data>> {
  let skipped = 0;
  const snapshot = await read(async () => {
    const list = await fetchList();
    ({ skipped } = list);
    return list.rows;
  });
  return snapshot.source === 'tenant' && skipped > 0 ? { ...snapshot, skipped } : snapshot;
}
