import { getContext, setContext, untrack } from 'svelte';
import type { Draft, DraftKey } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { EditingDraft } from './editing-draft.svelte.ts';

/** The draft of an open editor, as its group uses it. */
type Member = Pick<
  EditingDraft<Draft['state']>,
  'key' | 'isChanged' | 'savedAt' | 'failure' | 'otherWindow' | 'flush' | 'discard'
>;

/** The editors of the parts of one item: they have one bar and one review, which belong to the view around them. */
export class DraftGroup {
  #members = $state.raw<readonly Member[]>([]);

  /** Another window edited a part, too, and the user has to choose first. */
  get isBlocked(): boolean {
    return this.#members.some(({ otherWindow }) => otherWindow !== undefined);
  }

  /** Why a part could not be saved. */
  get failure(): DeskError | undefined {
    return this.#members.find(({ failure }) => failure !== undefined)?.failure;
  }

  /** The open editor of a part. */
  member({ kind, targetId }: Pick<DraftKey, 'kind' | 'targetId'>): Member | undefined {
    return this.#members.find(({ key }) => key.kind === kind && key.targetId === targetId);
  }

  /** Adds the draft of an editor; returns a function that removes it. */
  join(member: Member): () => void {
    // Called by effects, which must not depend on who else joins.
    untrack(() => (this.#members = [...this.#members, member]));
    return () => untrack(() => (this.#members = this.#members.filter((other) => other !== member)));
  }

  /** Saves pending edits, because the review uses the saved drafts. */
  async flush(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.flush()));
  }
}

const key = Symbol('draft group');

/** Groups the drafts of the editors below the calling component. */
export function beginDraftGroup(): DraftGroup {
  return setContext(key, new DraftGroup());
}

/** Undefined for an editor that is reviewed alone. */
export function enclosingGroup(): DraftGroup | undefined {
  return getContext<DraftGroup | undefined>(key);
}
