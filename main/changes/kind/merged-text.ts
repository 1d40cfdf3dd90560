import { counted, formatList } from '../../../languages/text/intl.ts';
import type { MemberChange } from './compare-states.ts';
import { changedMembers, isSamePart } from './compare-states.ts';
import type { Part } from './part.ts';

/** Members that are named; the rest is counted. */
const maxNamed = 5;

/** What others did to a list after one's own change of it was reviewed, and how that was merged: whole sentences. */
export function mergedText(
  theirs: MemberChange,
  mine: MemberChange,
  keyOf: (member: string) => string = (member) => member,
): string[] {
  const sentences = (
    members: readonly string[],
    own: readonly string[],
    say: { readonly theirs: (names: string) => string; readonly both: (names: string) => string },
  ): string[] => {
    const keys = new Set(own.map(keyOf));
    const { theirs: others = [], both = [] } = Object.groupBy(members, (member) =>
      keys.has(keyOf(member)) ? 'both' : 'theirs',
    );
    return [
      ...(others.length === 0 ? [] : [say.theirs(named(others))]),
      ...(both.length === 0 ? [] : [say.both(named(both))]),
    ];
  };
  return [
    ...sentences(theirs.added, mine.added, {
      theirs: (names) => `Also included: ${names}, added by someone else.`,
      both: (names) => `Someone else had already added ${names}.`,
    }),
    ...sentences(theirs.removed, mine.removed, {
      theirs: (names) => `Also removed: ${names}, removed by someone else.`,
      both: (names) => `Someone else had already removed ${names}.`,
    }),
  ];
}

/** As `mergedText`, for all parts of an item: members of its sets by name, and everything else by the name of the part. */
export function mergedPartText<State>(
  parts: readonly Part<State>[],
  { base, theirs, mine }: { readonly base: State; readonly theirs: State; readonly mine: State },
): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'set') {
      return mergedText(changedMembers(part, base, theirs), changedMembers(part, base, mine), part.keyOf);
    }
    if (isSamePart(part, base, theirs)) return [];
    return isSamePart(part, theirs, mine)
      ? [`Someone else had already changed ${part.label} in the same way.`]
      : [`Also included: ${part.label}, changed by someone else.`];
  });
}

function named(members: readonly string[]): string {
  const rest = members.length - maxNamed;
  const shown = members.slice(0, maxNamed);
  return formatList(rest > 0 ? [...shown, counted(rest, 'other')] : shown);
}
