import { SvelteMap } from 'svelte/reactivity';
import type { MethodInput } from '../../../contract/bridge/methods.ts';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { PlanItem } from '../../../contract/changes/changes.ts';
import type { PartOf } from '../parts/value-rows.ts';
import { TextMerge } from './text-merge.svelte.ts';

/** How a conflict is resolved, by part; `item` if it is not about a part. */
export type Choices = MethodInput<'changes.settle'>['choices'];

export type Take = 'mine' | 'theirs' | 'merged';

type Conflicted<Part> = Part extends ChangePart
  ? Part & { readonly conflict: NonNullable<Part['conflict']> }
  : never;
export type ConflictedPart = Conflicted<ChangePart>;
export type ConflictedText = Conflicted<PartOf<'text'>>;
export type ConflictedValue = Exclude<ConflictedPart, ConflictedText>;

/** The parts that both sides changed. */
export function conflictsOf(item: PlanItem): readonly ConflictedPart[] {
  return item.parts.filter((part): part is ConflictedPart => part.conflict !== undefined);
}

export const isConflictedText = (part: ConflictedPart): part is ConflictedText => part.type === 'text';
export const isConflictedValue = (part: ConflictedPart): part is ConflictedValue => part.type !== 'text';

/**
 * The user's unsent choices for the conflicts of a plan. They survive switching to another item: merging a text takes a
 * while.
 */
export class ConflictChoices {
  readonly #takes = new SvelteMap<string, Take>();
  /** Each is reactive separately. */
  readonly #merges: Record<string, { readonly sides: string; readonly merge: TextMerge }> = {};

  /** A clean merge needs no choice: it is used unless the user chooses otherwise. */
  takeOf(item: PlanItem, part: ConflictedPart): Take | undefined {
    return this.#takes.get(keyOf(item, part)) ?? (part.conflict.isClean ? 'merged' : undefined);
  }

  take(item: PlanItem, part: ConflictedPart, take: Take): void {
    this.#takes.set(keyOf(item, part), take);
  }

  /** The current merge of a text; a new one if its versions have changed. */
  mergeOf(item: PlanItem, part: ConflictedText): TextMerge {
    const { base, theirs, mine } = part.conflict;
    const key = keyOf(item, part);
    const sides = JSON.stringify([base, theirs, mine]);
    const held = this.#merges[key];
    if (held?.sides === sides) return held.merge;
    const merge = new TextMerge({ base, theirs, mine });
    this.#merges[key] = { sides, merge };
    return merge;
  }

  /** How many decisions of an item are left. */
  leftOf(item: PlanItem): number {
    return conflictsOf(item).reduce(
      (sum, part) =>
        sum +
        (isConflictedText(part)
          ? this.mergeOf(item, part).unresolved.length
          : this.takeOf(item, part) === undefined
            ? 1
            : 0),
      0,
    );
  }

  /** All choices once each part has one; undefined before that. */
  choicesFor(item: PlanItem): Choices | undefined {
    return this.leftOf(item) === 0 ? this.choicesSoFar(item) : undefined;
  }

  /** The same, with your version wherever no choice has been made. */
  choicesSoFar(item: PlanItem): Choices {
    return Object.fromEntries(
      conflictsOf(item).map((part) => [
        part.name,
        isConflictedText(part)
          ? { text: this.mergeOf(item, part).text }
          : { take: this.takeOf(item, part) ?? 'mine' },
      ]),
    );
  }
}

/**
 * The part as it would be sent: from the tenant's current state to the chosen one; the user's version until one is
 * chosen.
 */
export function partAsChosen(part: ConflictedValue, take: Take | undefined): ChangePart {
  const isChanged = true;
  switch (part.type) {
    case 'field':
      return { ...part, isChanged, ...sidesOf(part.conflict, take) };
    case 'set':
      return { ...part, isChanged, ...sidesOf(part.conflict, take) };
    case 'pairs':
      return { ...part, isChanged, ...sidesOf(part.conflict, take) };
    case 'table':
      return { ...part, isChanged, ...sidesOf(part.conflict, take) };
  }
}

function sidesOf<Value>(
  { theirs, mine, merged }: { readonly theirs: Value; readonly mine: Value; readonly merged: Value },
  take: Take | undefined,
): { before: Value; after: Value } {
  return { before: theirs, after: take === 'merged' ? merged : mine };
}

function keyOf(item: PlanItem, part: ConflictedPart): string {
  return `${item.id} ${part.name}`;
}
