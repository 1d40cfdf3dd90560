import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { ComparedSource, ComparedItem } from '../kind/compared.ts';

/** Records by identifier, `width` of them asked for at once. One that cannot be read is left out, for it is compared the next time; a tenant that cannot be is not. */
export async function readAll(
  source: Pick<ComparedSource<unknown>, 'read'>,
  things: readonly ComparedItem[],
  context: ChangeContext,
  width: number,
): Promise<ReadonlyMap<string, unknown>> {
  const records = new Map<string, unknown>();
  const turns = createYielder();
  for (let at = 0; at < things.length; at += width) {
    context.call.signal.throwIfAborted();
    await Promise.all(
      things.slice(at, at + width).map(async (thing) => {
        try {
          const record = await source.read(thing, context);
          if (record !== undefined) records.set(thing.id, record);
        } catch (thrown) {
          const error = toDeskError(thrown);
          if (context.call.signal.aborted || isTenantWide(error.code) || error.retryable) throw thrown;
        }
      }),
    );
    if (turns.isOver()) await turns.rest();
  }
  return records;
}
