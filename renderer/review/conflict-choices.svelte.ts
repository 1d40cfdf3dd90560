import { SvelteMap } from 'svelte/reactivity';
import type { ChangePart } from '../../contract/changes/change-parts.ts';
import type { PlanItem } from '../../contract/changes/changes.ts';
import type { Choices } from './review.svelte.ts';
import { hasConflictMarkers } from './parts/value-rows.ts';

export type Take = 'mine' | 'theirs' | 'merged' | 'by-hand';

type Conflicted<Part> = Part extends ChangePart
  ? Part & { readonly conflict: NonNullable<Part['conflict']> }
  : never;
export type ConflictedPart = Conflicted<ChangePart>;

/** The parts that both sides changed. */
export function conflictsOf(item: PlanItem): readonly ConflictedPart[] {
  return item.parts.filter((part): part is ConflictedPart => part.conflict !== undefined);
}

/**
 * The user's unsent choices for the conflicts of a plan. They survive switching to another item: merging a text by
 * hand takes a while.
 */
export class ConflictChoices {
  readonly #takes = new SvelteMap<string, Take>();
  readonly #texts = new SvelteMap<string, string>();

  /** A clean merge needs no choice: it is used unless the user chooses otherwise. */
  takeOf(item: PlanItem, part: ConflictedPart): Take | undefined {
    return this.#takes.get(keyOf(item, part)) ?? (part.conflict.isClean ? 'merged' : undefined);
  }

  take(item: PlanItem, part: ConflictedPart, take: Take): void {
    this.#takes.set(keyOf(item, part), take);
  }

  /** The edited text; with conflict markers at first. */
  textOf(item: PlanItem, part: ConflictedPart): string {
    const merged = part.type === 'text' ? part.conflict.merged : '';
    return this.#texts.get(keyOf(item, part)) ?? merged;
  }

  write(item: PlanItem, part: ConflictedPart, text: string): void {
    this.#texts.set(keyOf(item, part), text);
  }

  hasMarkers(item: PlanItem, part: ConflictedPart): boolean {
    if (part.type !== 'text') return false;
    const { base, mine, theirs } = part.conflict;
    return hasConflictMarkers(this.textOf(item, part), [base, mine, theirs]);
  }

  /** All choices once each part has one; undefined before that. */
  choicesFor(item: PlanItem): Choices | undefined {
    const choices: Choices = {};
    for (const part of conflictsOf(item)) {
      const take = this.takeOf(item, part);
      if (take === undefined || (take === 'by-hand' && this.hasMarkers(item, part))) return undefined;
      choices[part.name] = take === 'by-hand' ? { text: this.textOf(item, part) } : { take };
    }
    return choices;
  }
}

/**
 * The part as it would be sent: from the tenant's current state to the chosen one; the user's version until one is
 * chosen.
 */
export function partAsChosen(part: ConflictedPart, take: Take | undefined): ChangePart {
  const isChanged = true;
  switch (part.type) {
    case 'field':
      return { ...part, isChanged, ...sidesOf(part.conflict, take) };
    case 'text':
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
