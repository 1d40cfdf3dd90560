import type { ChangePart, Pair } from './change-parts.ts';

/** What happened to a row of a part between before and after. */
export type RowSign = 'added' | 'removed' | 'changed' | 'same';

export interface PairRow {
  readonly name: string;
  readonly sign: RowSign;
  readonly before: Pair | undefined;
  readonly after: Pair | undefined;
}

/** Pairs matched by name; duplicates are matched in order. */
export function pairRows(before: readonly Pair[], after: readonly Pair[]): readonly PairRow[] {
  const unmatched = Map.groupBy(after, ({ name }) => name);
  const rows = before.map((pair): PairRow => {
    const other = unmatched.get(pair.name)?.shift();
    return { name: pair.name, sign: pairSign(pair, other), before: pair, after: other };
  });
  const added = after.filter((pair) => unmatched.get(pair.name)?.includes(pair) === true);
  return [
    ...rows,
    ...added.map((pair): PairRow => ({
      name: pair.name,
      sign: 'added',
      before: undefined,
      after: pair,
    })),
  ];
}

function pairSign(before: Pair, after: Pair | undefined): RowSign {
  if (after === undefined) return 'removed';
  return before.value === after.value && before.isSecret === after.isSecret ? 'same' : 'changed';
}

interface MemberRow<Member> {
  readonly sign: 'added' | 'removed' | 'same';
  readonly member: Member;
}

/** Members on one side only, and on both; `keyOf` identifies a member. */
export function memberRows<Member>(
  before: readonly Member[],
  after: readonly Member[],
  keyOf: (member: Member) => string,
): readonly MemberRow<Member>[] {
  const keysBefore = new Set(before.map(keyOf));
  const keysAfter = new Set(after.map(keyOf));
  return [
    ...before
      .filter((member) => !keysAfter.has(keyOf(member)))
      .map((member) => ({ sign: 'removed', member }) as const),
    ...after
      .filter((member) => !keysBefore.has(keyOf(member)))
      .map((member) => ({ sign: 'added', member }) as const),
    ...after
      .filter((member) => keysBefore.has(keyOf(member)))
      .map((member) => ({ sign: 'same', member }) as const),
  ];
}

/** Unchanged parts on one line: `Name, method POST, content type application/json`. */
export function unchangedLine(parts: readonly ChangePart[]): string {
  return parts.map((part, index) => sentenceCase(part, index === 0)).join(', ');
}

/** Longer values don't fit on the line. */
const maxValueLength = 32;

function sentenceCase(part: ChangePart, isFirst: boolean): string {
  const isCapitalized = /^[A-Z][a-z]/.test(part.label);
  const label =
    isFirst || !isCapitalized ? part.label : part.label.charAt(0).toLowerCase() + part.label.slice(1);
  const value = part.type === 'field' ? (part.after ?? part.before ?? '') : '';
  if (value.toLowerCase() === label.toLowerCase()) return label;
  return value === '' || value.length > maxValueLength || isFirst ? label : `${label} ${value}`;
}
