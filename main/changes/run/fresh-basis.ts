import { failure } from '../../platform/errors/failure.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import { unreviewedSends } from '../kind/sent-credentials.ts';
import type { RegisteredKind, RegisteredItemKind } from '../kind/registered-kind.ts';
import { detailsOf } from '../plan/plan-item.ts';
import type { ItemDetails, StoredItem } from '../record/plan-record.ts';

/** What an item starts from, right before its first request. */
export type FreshBasis =
  | {
      readonly state: 'ready';
      readonly before: unknown;
      readonly after: unknown;
      readonly targetName: string;
      readonly details: ItemDetails;
    }
  /** The tenant already has it. */
  | { readonly state: 'done' }
  /** The reviewed change no longer describes what would happen. */
  | { readonly state: 'outdated'; readonly what: string };

/**
 * Reads the item again and compares it with what was reviewed. The parts that a reviewed change changes must be as they were;
 * changes by others in other parts are preserved. A record of a kind that `isMergedWhenSent` is merged by member, and is outdated
 * if both sides changed the same one. A change that no one reviewed item by item (a rollback) is merged, and is outdated if both
 * sides changed the same part.
 */
export async function freshBasis(
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, details } = item;
  if (kind.type === 'action' || item.verb === 'create') {
    return { state: 'ready', before: null, after: item.after, targetName, details };
  }
  const basis = await compareLive(kind, item, context);
  if (basis.state === 'ready') return basis;
  // "Nothing to send" is only reported after a separate read: another item's may be old, or a list may be incomplete.
  context.reads.forget();
  const [pause] = context.pauses;
  await pause?.();
  return await compareLive(kind, item, context);
}

async function compareLive(
  kind: RegisteredItemKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, details } = item;
  const live = await kind.read(item.targetId, context);
  if (item.verb === 'delete') return deleteBasis(kind, item, live);
  if (live === undefined) return { state: 'outdated', what: 'It no longer exists.' };
  const isReviewed = item.before !== null;
  const sides = isReviewed
    ? { base: item.before, theirs: live, mine: item.after }
    : { base: item.base, theirs: live, mine: item.wanted };
  const { merged, conflicts } = kind.merge(sides);
  if (kind.isIdentical(live, merged)) return { state: 'done' };
  const clashes =
    isReviewed && !kind.isMergedWhenSent ? driftedParts(kind, sides, live) : [...conflicts.keys()];
  if (clashes.length > 0) {
    return { state: 'outdated', what: `These changed in the tenant: ${clashes.join(', ')}.` };
  }
  if (kind.isMergedWhenSent) return await mergedBasis(kind, item, { ...sides, merged }, context);
  if (isReviewed) return await reviewedBasis(kind, item, { live, merged }, context);
  const described = await kind.describe(
    { ...item, before: live, after: merged, sendMode: details.sendMode },
    context,
  );
  return {
    state: 'ready',
    before: live,
    after: merged,
    targetName,
    details: detailsOf(described, 'compared'),
  };
}

/** The parts of a reviewed change that someone else has changed since. */
function driftedParts(
  kind: RegisteredItemKind,
  { base, mine }: { readonly base: unknown; readonly mine: unknown },
  live: unknown,
): readonly string[] {
  const drifted = kind.differing(base, live);
  return kind.differing(base, mine).filter((part) => drifted.includes(part));
}

/** Preserves changes by others in other parts, unless the change would now send credentials to a host that no one reviewed. */
async function reviewedBasis(
  kind: RegisteredItemKind,
  item: StoredItem,
  { live, merged }: { readonly live: unknown; readonly merged: unknown },
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, details } = item;
  if (!kind.isSame(item.before, live)) {
    const { sends = [] } = await kind.describe({ ...item, before: live, after: merged }, context);
    const unreviewed = unreviewedSends(sends, details.sends ?? []);
    if (unreviewed.length > 0) {
      const lines = unreviewed.map(({ host, newCredentials }) => `${newCredentials.join(', ')} to ${host}`);
      return { state: 'outdated', what: `After a change by someone else it would send ${lines.join('; ')}.` };
    }
  }
  return { state: 'ready', before: live, after: merged, targetName, details };
}

/** The change applied to the current record with changes by others, unless it has warnings or risks that weren't reviewed. */
async function mergedBasis(
  kind: RegisteredItemKind,
  item: StoredItem,
  sides: {
    readonly base: unknown;
    readonly theirs: unknown;
    readonly mine: unknown;
    readonly merged: unknown;
  },
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, details } = item;
  const [before, after] = [sides.theirs, sides.merged];
  if (kind.isSame(sides.base, before)) return { state: 'ready', before, after, targetName, details };
  const described = await kind.describe({ ...item, before, after }, context);
  const merged = kind.mergedText(sides);
  const unreviewed = [
    ...described.warnings.filter((warning) => !details.warnings.includes(warning)),
    ...(described.risks ?? [])
      .filter((risk) => !(details.risks ?? []).some((known) => known.words === risk.words))
      .map((risk) => risk.words),
  ];
  // A rollback wasn't reviewed: it restores the earlier state as completely as possible.
  if (item.before !== null && unreviewed.length > 0) {
    return { state: 'outdated', what: [...merged, ...unreviewed].join(' ') };
  }
  const fresh = detailsOf(described, item.before === null ? 'compared' : details.basis);
  return { state: 'ready', before, after, targetName, details: { ...fresh, merged } };
}

function deleteBasis(kind: RegisteredItemKind, item: StoredItem, live: unknown): FreshBasis {
  if (live === undefined) return { state: 'done' };
  const expected = item.before ?? item.base;
  if (expected !== null && !kind.isSame(expected, live)) {
    const parts = kind.differing(expected, live);
    return { state: 'outdated', what: `These changed in the tenant: ${parts.join(', ')}.` };
  }
  if (expected === null)
    throw failure('plan-outdated', `${item.targetName} didn’t exist when it was reviewed.`);
  const { targetName, details } = item;
  return { state: 'ready', before: live, after: null, targetName, details };
}
