import { z } from 'zod';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ChangeFingerprint } from './change-fingerprint.ts';
import { changeFingerprint } from './change-fingerprint.ts';
import type { ChangeKind } from './change-kind.ts';
import type { Conflicts } from './compare-states.ts';
import {
  differingParts,
  isIdenticalState,
  isSameState,
  mergeStates,
  showParts,
  summarizeParts,
} from './compare-states.ts';
import { mergedPartText } from './merged-text.ts';
import type { Part } from './part.ts';

/** Compares, merges and shows states of one kind part by part. */
export interface StateParts {
  isSame(one: unknown, other: unknown): boolean;
  /** As `isSame`, and with the same line ends. */
  isIdentical(one: unknown, other: unknown): boolean;
  /** Names of the parts that differ between two states. */
  differing(one: unknown, other: unknown): readonly string[];
  /** The parts of `theirs` that were merged: whole sentences. */
  mergedText(sides: { readonly base: unknown; readonly theirs: unknown; readonly mine: unknown }): string[];
  /** The label under which a part is shown. */
  labelOf(part: string): string;
  merge(sides: { readonly base: unknown; readonly theirs: unknown; readonly mine: unknown }): {
    readonly merged: unknown;
    readonly conflicts: Conflicts;
  };
  /** `onto` with a part set to one side of its conflict, or to a text merged by hand. */
  withChoice(onto: unknown, name: string, value: unknown): unknown;
  /** `onto` with some of its members set, as a change of many items names them. */
  withMembers(onto: unknown, members: Readonly<Record<string, unknown>>): unknown;
  show(before: unknown, after: unknown, conflicts?: Conflicts): ChangePart[];
  summarize(before: unknown, after: unknown): string;
  fingerprint(before: unknown, after: unknown): ChangeFingerprint;
}

/** Both check the value, and throw `record-unreadable`. */
interface Checks<State> {
  readonly state: (value: unknown) => State;
  readonly stateOrNull: (value: unknown) => State | null;
}

export function stateParts<State>(
  kind: Pick<ChangeKind<State>, 'noun' | 'parts' | 'withMembers'>,
  { state, stateOrNull }: Checks<State>,
): StateParts {
  const { parts } = kind;
  return {
    isSame: (one, other) => isSameState(parts, state(one), state(other)),
    isIdentical: (one, other) => isIdenticalState(parts, state(one), state(other)),
    differing: (one, other) => differingParts(parts, state(one), state(other)).map(({ name }) => name),
    mergedText: ({ base, theirs, mine }) =>
      mergedPartText(parts, { base: state(base), theirs: state(theirs), mine: state(mine) }),
    labelOf: (name) => parts.find((part) => part.name === name)?.label ?? name,
    merge: ({ base, theirs, mine }) =>
      mergeStates(parts, { base: state(base), theirs: state(theirs), mine: state(mine) }),
    withChoice(onto, name, value) {
      const part = parts.find((each) => each.name === name);
      if (part === undefined) throw failure('invalid-input', `A ${kind.noun.one} has no part “${name}”.`);
      return withValue(part, state(onto), value);
    },
    withMembers(onto, members) {
      const known = state(onto);
      return state(kind.withMembers?.(known, members) ?? { ...(known as object), ...members });
    },
    show: (before, after, conflicts) =>
      showParts(parts, {
        before: stateOrNull(before),
        after: stateOrNull(after),
        ...(conflicts === undefined ? {} : { conflicts }),
      }),
    summarize: (before, after) => summarizeParts(parts, state(before), state(after)),
    fingerprint: (before, after) => changeFingerprint(parts, stateOrNull(before), stateOrNull(after)),
  };
}

function withValue<State>(part: Part<State>, onto: State, value: unknown): State {
  switch (part.type) {
    case 'field':
    case 'text':
      return part.set(onto, z.string().parse(value));
    case 'set':
      return part.set(onto, z.array(z.string()).parse(value));
    case 'pairs':
      return part.set(
        onto,
        z.array(z.object({ name: z.string(), value: z.string(), isSecret: z.boolean() })).parse(value),
      );
  }
}
