import type { z } from 'zod';
import type { Comparable } from './compared.ts';
import { isIdenticalState, isSameState, mergeStates, showParts, summarizeParts } from './compare-states.ts';
import type { Part } from './part.ts';
import type { RegisteredComparable } from './registered-comparable.ts';
import { registerComparable } from './registered-comparable.ts';
import type { RegisteredItemKind } from './registered-kind.ts';
import { checkedOnce, parserOf } from './registered-kind.ts';

/**
 * A kind of item that others change, and Tenant Desk can't, so it is only followed. A kind that Tenant Desk can change is a
 * `ChangeKind`, and is followed if it is compared.
 */
export interface FollowedKind<State> {
  readonly name: string;
  /** Of the format of states on disk; raised when older ones must be upgraded. */
  readonly version: number;
  readonly noun: { readonly one: string; readonly many: string };
  /** Schema of a state. It is stored on disk, so it may contain no secret. */
  readonly state: z.ZodType<State>;
  upgrade?(state: unknown, fromVersion: number): unknown;
  readonly parts: readonly Part<State>[];
  readonly compared: Comparable<State, unknown>;
}

/** The members of a kind that are needed to compare a tenant with an earlier state of it. */
export type RegisteredFollowed = Pick<
  RegisteredItemKind,
  'name' | 'version' | 'noun' | 'parse' | 'isSame' | 'isIdentical' | 'merge' | 'show' | 'summarize'
> & { readonly compared: RegisteredComparable };

export function registerFollowed<State>(kind: FollowedKind<State>): RegisteredFollowed {
  const { name, version, noun, parts } = kind;
  const parse = parserOf(kind, kind.state);
  const state = checkedOnce((value) => parse(value, version));
  const stateOrNull = (value: unknown): State | null => (value === null ? null : state(value));
  return {
    ...{ name, version, noun, parse },
    compared: registerComparable(parts, kind.compared),
    isSame: (one, other) => isSameState(parts, state(one), state(other)),
    isIdentical: (one, other) => isIdenticalState(parts, state(one), state(other)),
    merge: ({ base, theirs, mine }) =>
      mergeStates(parts, { base: state(base), theirs: state(theirs), mine: state(mine) }),
    show: (before, after) => showParts(parts, { before: stateOrNull(before), after: stateOrNull(after) }),
    summarize: (before, after) => summarizeParts(parts, state(before), state(after)),
  };
}
