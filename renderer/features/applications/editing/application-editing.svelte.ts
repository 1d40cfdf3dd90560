import type { ApplicationState } from '../../../../contract/applications/applications.ts';
import type { EditingDraft } from '../../../drafts/editing-draft.svelte.ts';
import { isSameState } from '../../../drafts/same-state.ts';

/** One thing of an application that a person edits: where it stands in a state, and what to call it. */
export interface EditedPart<Value> {
  readonly id: string;
  /** As it stands at the field. */
  readonly label: string;
  readonly get: (state: ApplicationState) => Value;
  readonly set: (state: ApplicationState, value: Value) => ApplicationState;
}

/** A part that is only looked at. */
type ComparedPart<Value = unknown> = Pick<EditedPart<Value>, 'id' | 'label' | 'get'>;

/** A value as the person has it, as it was when they began, and tenant default now. */
export interface ComparedValue<Value> {
  readonly typed: Value;
  readonly base: Value;
  readonly live: Value;
  /** `theirs` wins over `draft`: it asks for a decision. */
  readonly mark: 'draft' | 'theirs' | undefined;
}

interface PartCounts {
  readonly drafted: number;
  readonly theirs: number;
  readonly inConflict: number;
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
    return this.#withSettings(this.draft.content);
  }

  get live(): ApplicationState {
    return this.#live();
  }

  /** What the tenant had when the person began. */
  get base(): ApplicationState {
    return this.#withSettings(this.draft.base ?? this.live);
  }

  /** A draft of an earlier version knows no settings: there they are the tenant's. */
  #withSettings(state: ApplicationState): ApplicationState {
    return this.#knowsSettings ? state : { ...state, settings: this.live.settings };
  }

  get #knowsSettings(): boolean {
    const { base } = this.draft;
    return base === null || Object.keys(base.settings).length > 0;
  }

  compare<Value>({ get }: ComparedPart<Value>): ComparedValue<Value> {
    const [typed, base, live] = [get(this.typed), get(this.base), get(this.live)];
    const isNews = !isSameState(live, base) && !isSameState(live, typed);
    const isTyped = !isSameState(typed, base) && !isSameState(typed, live);
    return { typed, base, live, mark: isNews ? 'theirs' : isTyped ? 'draft' : undefined };
  }

  change<Value>({ set }: EditedPart<Value>, value: Value): void {
    if (this.#knowsSettings) this.draft.change(set(this.typed, value));
    else this.draft.settle(set(this.typed, value), this.base);
  }

  /** Takes what the tenant has; there is nothing left to settle at this part. */
  useTenants<Value>({ get, set }: EditedPart<Value>): void {
    const value = get(this.live);
    this.draft.settle(set(this.typed, value), set(this.base, value));
  }

  /** Goes on with what is typed, knowing what the tenant has: the review asks no more about it. */
  keepMine<Value>({ get, set }: EditedPart<Value>): void {
    this.draft.settle(this.typed, set(this.base, get(this.live)));
  }

  /** How many of these parts are drafted, how many changed on the tenant meanwhile, and how many both. */
  count(parts: readonly ComparedPart[]): PartCounts {
    const compared = parts.map((part) => this.compare(part));
    const drafted = compared.filter(({ typed, base }) => !isSameState(typed, base));
    return {
      drafted: drafted.length,
      theirs: compared.filter(({ mark }) => mark === 'theirs').length,
      inConflict: drafted.filter(({ mark }) => mark === 'theirs').length,
    };
  }
}
