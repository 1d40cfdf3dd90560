import { mergeRegions, withMergedLineEnds } from '../../../languages/text/merge-regions.ts';
import type { ConflictRegion, MergeRegion } from '../../../languages/text/merge-regions.ts';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { isMergedEdit, startOfMerge, withChoice, withText } from './merged-lines.ts';
import type { BlockChoice, MergedLines } from './merged-lines.ts';

/** The three versions of a text. */
export interface TextSides {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

/** One conflict of a text. */
export interface ConflictBlock extends ConflictRegion {
  /** Its index among the regions. */
  readonly region: number;
  /** From 1, in the order of the text. */
  readonly number: number;
}

/** Edits within this many lines of each other are one undo step while typing. */
const nearLines = 2;

/** A merge of one text in progress: choices for its conflicts, typed edits of the result, and an undo for both. */
export class TextMerge {
  readonly regions: readonly MergeRegion[];
  readonly blocks: readonly ConflictBlock[];
  readonly #sides: TextSides;
  #state: MergedLines;
  #past = $state.raw<readonly MergedLines[]>([]);
  /** The line of the last typed edit, while more of them are the same step. */
  #typedAt: number | undefined;

  constructor(sides: TextSides) {
    this.#sides = sides;
    this.regions = mergeRegions(sides.base, sides.theirs, sides.mine);
    let number = 0;
    this.blocks = this.regions.flatMap((each, region) =>
      each.kind === 'conflict' ? [{ ...each, region, number: (number += 1) }] : [],
    );
    this.#state = $state.raw(startOfMerge(this.regions));
  }

  /** With line feeds, as editors have it. */
  get shown(): string {
    return this.#state.lines.join('\n');
  }

  get lineCount(): number {
    return this.#state.lines.length;
  }

  /** With the line ends that the text has on the tenant. */
  get text(): string {
    return withMergedLineEnds(this.#sides, this.shown);
  }

  get unresolved(): readonly ConflictBlock[] {
    return this.blocks.filter((block) => this.choiceOf(block) === undefined);
  }

  get mergedEdits(): number {
    return this.regions.filter(isMergedEdit).length;
  }

  get mayUndo(): boolean {
    return this.#past.length > 0;
  }

  choiceOf({ region }: Pick<ConflictBlock, 'region'>): BlockChoice | undefined {
    return this.#state.choices[region];
  }

  /** The lines of a region in the result, from 0. */
  placeOf(region: number): { readonly from: number; readonly count: number } {
    return this.#state.places[region] ?? { from: 0, count: 0 };
  }

  accept({ region }: ConflictBlock, choice: Exclude<BlockChoice, 'edited'> | undefined): void {
    this.#step(withChoice(this.#state, this.regions, region, choice));
  }

  /** As one step, for all conflicts that are left. */
  acceptAll(choice: Exclude<BlockChoice, 'edited'>): void {
    this.#step(
      this.unresolved.reduce(
        (state, { region }) => withChoice(state, this.regions, region, choice),
        this.#state,
      ),
    );
  }

  /** The text if one conflict were resolved this way, and the rest stayed as it is. */
  textWith({ region }: ConflictBlock, choice: Exclude<BlockChoice, 'edited'>): string {
    const { lines } = withChoice(this.#state, this.regions, region, choice);
    return withMergedLineEnds(this.#sides, lines.join('\n'));
  }

  /** The result was edited by hand. */
  write(text: string): void {
    const next = withText(this.#state, this.regions, withLineFeeds(text));
    if (next === this.#state) return;
    const at = next.lines.findIndex((line, index) => line !== this.#state.lines[index]);
    const isSameStep = this.#typedAt !== undefined && Math.abs(at - this.#typedAt) <= nearLines;
    if (isSameStep) this.#state = next;
    else this.#step(next);
    this.#typedAt = at;
  }

  /** Undoes the last choice or the last edit. */
  undo(): void {
    const last = this.#past.at(-1);
    if (last === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#state = last;
    this.#typedAt = undefined;
  }

  #step(next: MergedLines): void {
    if (next === this.#state) return;
    this.#past = [...this.#past, this.#state];
    this.#state = next;
    this.#typedAt = undefined;
  }
}
