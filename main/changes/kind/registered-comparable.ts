import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { Comparable, ComparedIn, ComparedSource, EventSubject, Within } from './compared.ts';
import { isSameState, showParts, summarizeParts } from './compare-states.ts';
import type { Part } from './part.ts';
import { withoutUnreadable } from './readable-secrets.ts';

/** Two records of a source: the one to transfer, and the one in the target; undefined for none. */
export interface ComparedRecords {
  readonly source: unknown;
  readonly target: unknown;
  readonly from: ComparedIn;
  readonly to: ComparedIn;
  /** True if the secrets of both were hidden with the same key. */
  readonly isOneKey: boolean;
}

export interface RegisteredComparable {
  readonly source: ComparedSource<unknown>;
  readonly isOfBoth: boolean;
  readonly within: Within<unknown> | undefined;
  isReadable(record: unknown): boolean;
  /** What events name when such an item was changed; undefined if none does. */
  eventSubject(id: string): EventSubject | undefined;
  /** The state of a record, as the tenant at hand has it. */
  stateOf(record: unknown, where: ComparedIn): unknown;
  /** True for the state of an item that doesn't exist, if the kind has one. */
  isAbsent(state: unknown): boolean;
  /** `after`, with the secrets of `before` if it can't be known whether they are the same. */
  withUnreadableOf(before: unknown, after: unknown, isOneKey: boolean): unknown;
  /** `summary` is empty if they are the same; `isTransferable`: at least one difference can be applied to the target. */
  compare(records: ComparedRecords): {
    readonly summary: string;
    readonly notCompared: readonly string[];
    readonly isTransferable: boolean;
  };
  /** From what the target has to what the source has. */
  show(records: ComparedRecords): {
    readonly parts: ChangePart[];
    readonly notCompared: readonly string[];
  };
  /** The change that gives the target what the source has, based on the current states of both. */
  carry(
    states: { readonly source: unknown; readonly target: unknown },
    records: ComparedRecords,
  ): { readonly base: unknown; readonly wanted: unknown };
}

export function registerComparable<State>(
  parts: readonly Part<State>[],
  compared: Comparable<State, unknown>,
): RegisteredComparable {
  const sidesOf = ({ source, target, from, to, isOneKey }: ComparedRecords) => {
    const mine = source === undefined ? undefined : compared.stateOf(source, from);
    const theirs = target === undefined ? undefined : compared.stateOf(target, to);
    if (mine === undefined || theirs === undefined) return { mine, theirs, notCompared: [] };
    const { notCompared, ...known } = withoutUnreadable(parts, { mine, theirs }, isOneKey);
    return { mine: known.mine, theirs, notCompared };
  };
  return {
    source: compared.source,
    isOfBoth: compared.isOfBoth === true,
    // These values were created by this kind.
    within: compared.within,
    isReadable: (record) => compared.isReadable?.(record) ?? true,
    eventSubject: (id) => compared.eventSubject?.(id),
    stateOf: (record, where) => compared.stateOf(record, where),
    // These states were created by this kind.
    isAbsent: (state) =>
      compared.absent !== undefined && isSameState(parts, compared.absent(state as State), state as State),
    withUnreadableOf: (before, after, isOneKey) =>
      withoutUnreadable(parts, { mine: after as State, theirs: before as State }, isOneKey).mine,
    compare(records) {
      const { mine, theirs, notCompared } = sidesOf(records);
      if (mine === undefined || theirs === undefined || isSameState(parts, theirs, mine)) {
        return { summary: '', notCompared, isTransferable: false };
      }
      const transferred = compared.carry?.(mine, theirs, records.from) ?? mine;
      return {
        summary: summarizeParts(parts, theirs, mine),
        notCompared,
        isTransferable: !isSameState(parts, theirs, transferred),
      };
    },
    show(records) {
      const { mine, theirs, notCompared } = sidesOf(records);
      return { parts: showParts(parts, { before: theirs ?? null, after: mine ?? null }), notCompared };
    },
    carry({ source, target }, records) {
      // These states were created by this kind, and are checked again when the change is planned.
      const wanted = (source ?? compared.stateOf(records.source, records.from)) as State;
      const base = (target ?? null) as State | null;
      const fit = compared.carry?.(wanted, base, records.from) ?? wanted;
      return { base: base ?? compared.absent?.(fit) ?? null, wanted: fit };
    },
  };
}
