import { failure } from '../../platform/errors/failure.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import { unreviewedSends } from '../kind/sent-credentials.ts';
import type { RegisteredKind, RegisteredItemKind } from '../kind/registered-kind.ts';
import { wordsOf } from '../plan/plan-item.ts';
import type { ItemDetails, StoredItem } from '../record/plan-record.ts';

/** What an item starts from, right before its first request. */
export type FreshBasis =
  | {
      readonly state: 'ready';
      readonly before: unknown;
      readonly after: unknown;
      readonly targetName: string;
      readonly words: ItemDetails;
    }
  /** The tenant has it already. */
  | { readonly state: 'done' }
  /** What was reviewed is no longer what would happen. */
  | { readonly state: 'outdated'; readonly what: string };

/**
 * Reads the thing afresh and compares it with what was reviewed. Of a reviewed change the parts that it changes must
 * be as they were; what others changed elsewhere in the thing is kept. A record of a kind that `isMergedWhenSent` is merged
 * by member, and is outdated where both sides changed the same one. A change that nobody reviewed item by item (a take-back) is merged, and is outdated where both sides changed
 * the same.
 */
export async function freshBasis(
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, words } = item;
  if (kind.type === 'action' || item.verb === 'create') {
    return { state: 'ready', before: null, after: item.after, targetName, words };
  }
  const basis = await compareLive(kind, item, context);
  if (basis.state === 'ready') return basis;
  // That nothing is sent is only said after a read of its own: another item's may be old, or a list cut short.
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
  const { targetName, words } = item;
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
    { ...item, before: live, after: merged, sendMode: words.sendMode },
    context,
  );
  return { state: 'ready', before: live, after: merged, targetName, words: wordsOf(described, 'compared') };
}

/** The parts of a reviewed change that somebody else has changed since. */
function driftedParts(
  kind: RegisteredItemKind,
  { base, mine }: { readonly base: unknown; readonly mine: unknown },
  live: unknown,
): readonly string[] {
  const drifted = kind.differing(base, live);
  return kind.differing(base, mine).filter((part) => drifted.includes(part));
}

/** What others changed elsewhere in the thing stays, unless the change would now send credentials where nobody reviewed it. */
async function reviewedBasis(
  kind: RegisteredItemKind,
  item: StoredItem,
  { live, merged }: { readonly live: unknown; readonly merged: unknown },
  context: ChangeContext,
): Promise<FreshBasis> {
  const { targetName, words } = item;
  if (!kind.isSame(item.before, live)) {
    const { sends = [] } = await kind.describe({ ...item, before: live, after: merged }, context);
    const unreviewed = unreviewedSends(sends, words.sends ?? []);
    if (unreviewed.length > 0) {
      const lines = unreviewed.map(({ host, newCredentials }) => `${newCredentials.join(', ')} to ${host}`);
      return { state: 'outdated', what: `After a change by someone else it would send ${lines.join('; ')}.` };
    }
  }
  return { state: 'ready', before: live, after: merged, targetName, words };
}

/** The change as it is on what others have made of the record, where nothing speaks against it that was not reviewed. */
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
  const { targetName, words } = item;
  const [before, after] = [sides.theirs, sides.merged];
  if (kind.isSame(sides.base, before)) return { state: 'ready', before, after, targetName, words };
  const described = await kind.describe({ ...item, before, after }, context);
  const merged = kind.mergedText(sides);
  const unheard = [
    ...described.warnings.filter((warning) => !words.warnings.includes(warning)),
    ...(described.risks ?? [])
      .filter((risk) => !(words.risks ?? []).some((known) => known.words === risk.words))
      .map((risk) => risk.words),
  ];
  // Of a take-back nothing was reviewed: it leads to where one was, as far as that is still there.
  if (item.before !== null && unheard.length > 0) {
    return { state: 'outdated', what: [...merged, ...unheard].join(' ') };
  }
  const fresh = wordsOf(described, item.before === null ? 'compared' : words.basis);
  return { state: 'ready', before, after, targetName, words: { ...fresh, merged } };
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
  const { targetName, words } = item;
  return { state: 'ready', before: live, after: null, targetName, words };
}
