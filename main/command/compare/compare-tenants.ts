import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ComparisonRow } from '../../../contract/changes/comparisons.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { inOrder } from '../../platform/timing/in-order.ts';
import type { Context } from '../context.ts';
import type { Comparison, ItemDifference } from './difference.ts';

/** Rows whose details are read at once. */
const concurrency = 4;

/** Compares two tenants by name, as the window does. Throws if one of them couldn't be read now. */
export async function compareTenants(
  context: Context,
  first: TenantProfile,
  second: TenantProfile,
): Promise<Comparison> {
  if (first.id === second.id) {
    throw failure('invalid-input', `Both are ${first.name}. Name two different tenants.`);
  }
  const { call } = await context.desk();
  const { id: comparisonId, kinds } = await call('comparisons.make', {
    firstId: first.id,
    secondId: second.id,
  });
  for (const { noun, failures, first: ofFirst, second: ofSecond } of kinds) {
    const [failed] = failures;
    if (failed !== undefined) throw new DeskFailure(failed.error);
    const cached = ofFirst?.isCached === true ? first : ofSecond?.isCached === true ? second : undefined;
    if (cached === undefined) continue;
    throw failure(
      'signed-out',
      `The ${noun.many} of ${cached.name} are only cached. Sign in, then try again.`,
    );
  }
  const rows = await call('comparisons.rows', { comparisonId, isWithSame: true });
  const items: ItemDifference[] = [];
  const differing = rows.filter(({ difference }) => difference !== 'same');
  const partsOf = async ({ id: rowId, difference }: ComparisonRow) =>
    difference === 'different'
      ? (await call('comparisons.row', { comparisonId, rowId, targetId: first.id })).parts
      : [];
  const read = async (row: ComparisonRow): Promise<ItemDifference> => {
    const { kind, name, difference, summary, firstId, secondId } = row;
    const parts = (await partsOf(row)).filter(({ isChanged }) => isChanged);
    return {
      ...{ kind, name, summary, parts, id: firstId ?? secondId ?? '' },
      difference: difference === 'same' ? 'unclear' : difference,
    };
  };
  for await (const item of inOrder(differing, concurrency, read)) items.push(item);
  return { items, same: rows.length - differing.length };
}
