import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { ComparedSource, ComparedItem } from '../kind/compared.ts';

/**
 * Reads records by ID, `width` of them at once. One that can't be read is skipped, because the next check compares it; if the
 * whole tenant can't be read, it throws.
 */
export async function readAll(
  source: Pick<ComparedSource<unknown>, 'read'>,
  items: readonly ComparedItem[],
  context: ChangeContext,
  width: number,
): Promise<ReadonlyMap<string, unknown>> {
  const records = new Map<string, unknown>();
  const yielder = createYielder();
  for (let at = 0; at < items.length; at += width) {
    context.call.signal.throwIfAborted();
    await Promise.all(
      items.slice(at, at + width).map(async (item) => {
        try {
          const record = await source.read(item, context);
          if (record !== undefined) records.set(item.id, record);
        } catch (thrown) {
          const error = toDeskError(thrown);
          if (context.call.signal.aborted || isTenantWide(error.code) || error.retryable) throw thrown;
        }
      }),
    );
    if (yielder.isOver()) await yielder.rest();
  }
  return records;
}
