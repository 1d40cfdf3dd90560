import type { ApplicationState } from '../../../contract/applications.ts';
import type { EditingDraft } from '../../shell/state/editing-draft.svelte.ts';
import { isSameState } from '../../shell/state/same-state.ts';

/** One thing of an application that a person edits: where it stands in a state, and what to call it. */
export interface EditedPart<Value> {
  readonly id: string;
  /** As it stands at the field. */
  readonly label: string;
  readonly get: (state: ApplicationState) => Value;
  readonly set: (state: ApplicationState, value: Value) => ApplicationState;
}

/** A part that is only looked at. */
export type ComparedPart<Value = unknown> = Pick<EditedPart<Value>, 'id' | 'label' | 'get'>;

/** A value as the person has it, as it was when they began, and as the tenant has it now. */
export interface ComparedValue<Value> {
  readonly typed: Value;
  readonly base: Value;
  readonly live: Value;
  /** `theirs` wins over `draft`: it asks for a decision. */
  readonly mark: 'draft' | 'theirs' | undefined;
}

/** The one draft of an application under all its tabs, part by part, beside what the tenant has. */
export class ApplicationEditing {
  readonly draft: EditingDraft<ApplicationState>;
  readonly #live: () => ApplicationState;

  constructor(draft: EditingDraft<ApplicationState>, live: () => ApplicationState) {
    this.draft = draft;
    this.#live = live;
  }

  get typed(): ApplicationState {
    return this.draft.content;
  }

  get live(): ApplicationState {
    return this.#live();
  }

  get #base(): ApplicationState {
    return this.draft.base ?? this.live;
  }

  compare<Value>({ get }: ComparedPart<Value>): ComparedValue<Value> {
    const [typed, base, live] = [get(this.typed), get(this.#base), get(this.live)];
    const isNews = !isSameState(live, base) && !isSameState(live, typed);
    const isTyped = !isSameState(typed, base) && !isSameState(typed, live);
    return { typed, base, live, mark: isNews ? 'theirs' : isTyped ? 'draft' : undefined };
  }

  change<Value>({ set }: EditedPart<Value>, value: Value): void {
    this.draft.change(set(this.typed, value));
  }

  /** Takes what the tenant has; there is nothing left to settle at this part. */
  useTenants<Value>({ get, set }: EditedPart<Value>): void {
    const value = get(this.live);
    this.draft.settle(set(this.typed, value), set(this.#base, value));
  }

  /** Goes on with what is typed, knowing what the tenant has: the review asks no more about it. */
  keepMine<Value>({ get, set }: EditedPart<Value>): void {
    this.draft.settle(this.typed, set(this.#base, get(this.live)));
  }

  /** How many of these parts are drafted, and how many changed on the tenant meanwhile. */
  count(parts: readonly ComparedPart[]): { readonly drafted: number; readonly theirs: number } {
    const marks = parts.map((part) => this.compare(part));
    return {
      drafted: marks.filter(({ typed, base }) => !isSameState(typed, base)).length,
      theirs: marks.filter(({ mark }) => mark === 'theirs').length,
    };
  }
}
