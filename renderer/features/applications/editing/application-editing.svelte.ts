import type { ApplicationState } from '../../../../contract/applications/applications.ts';
import type { EditingDraft } from '../../../drafts/editing-draft.svelte.ts';
import { isSameState } from '../../../drafts/same-state.ts';

/** An editable part of an application: its label and how to read and write it in a state. */
export interface EditedPart<Value> {
  readonly id: string;
  /** Label of the field. */
  readonly label: string;
  readonly get: (state: ApplicationState) => Value;
  readonly set: (state: ApplicationState, value: Value) => ApplicationState;
}

/** A read-only part. */
type ComparedPart<Value = unknown> = Pick<EditedPart<Value>, 'id' | 'label' | 'get'>;

/** A value in the draft, when the draft was started, and on the tenant. */
export interface ComparedValue<Value> {
  readonly typed: Value;
  readonly base: Value;
  readonly live: Value;
  /** `theirs` wins over `draft`: it is a conflict to resolve. */
  readonly mark: 'draft' | 'theirs' | undefined;
}

/** What the control of a field needs: the draft of an application, or values that are entered for several. */
export type FieldEditing = Pick<
  ApplicationEditing,
  'typed' | 'base' | 'compare' | 'change' | 'useTenantVersion' | 'keepMine'
>;

interface PartCounts {
  readonly drafted: number;
  readonly theirs: number;
  readonly inConflict: number;
}

/** The draft of an application shared by its tabs, compared part by part with the tenant. */
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

  /** The tenant version when the draft was started. */
  get base(): ApplicationState {
    return this.#withSettings(this.draft.base ?? this.live);
  }

  /** A draft of an earlier app version has no settings; the tenant's settings are used. */
  #withSettings(state: ApplicationState): ApplicationState {
    return this.#knowsSettings ? state : { ...state, settings: this.live.settings };
  }

  get #knowsSettings(): boolean {
    const { base } = this.draft;
    return base === null || Object.keys(base.settings).length > 0;
  }

  compare<Value>({ get }: ComparedPart<Value>): ComparedValue<Value> {
    const [typed, base, live] = [get(this.typed), get(this.base), get(this.live)];
    const isChangedOnTenant = !isSameState(live, base) && !isSameState(live, typed);
    const isTyped = !isSameState(typed, base) && !isSameState(typed, live);
    return { typed, base, live, mark: isChangedOnTenant ? 'theirs' : isTyped ? 'draft' : undefined };
  }

  change<Value>({ set }: EditedPart<Value>, value: Value): void {
    if (this.#knowsSettings) this.draft.change(set(this.typed, value));
    else this.draft.resolve(set(this.typed, value), this.base);
  }

  /** Uses the tenant version; the part is then unchanged. */
  useTenantVersion<Value>({ get, set }: EditedPart<Value>): void {
    const value = get(this.live);
    this.draft.resolve(set(this.typed, value), set(this.base, value));
  }

  /** Keeps your value and accepts the tenant version as its base, so that the review shows no conflict. */
  keepMine<Value>({ get, set }: EditedPart<Value>): void {
    this.draft.resolve(this.typed, set(this.base, get(this.live)));
  }

  /** Number of parts changed in the draft, on the tenant, and on both. */
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
