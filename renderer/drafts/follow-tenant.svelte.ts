import { untrack } from 'svelte';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Draft } from '../../contract/changes/drafts.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { EditingDraft } from './editing-draft.svelte.ts';

/** The progress of opening a draft. */
export interface DraftOpening {
  /** Why the draft cannot be shown; nothing may be edited over it. */
  readonly failure: DeskError | undefined;
  retry(): void;
}

/**
 * Opens a draft as soon as `live` is known, follows the tenant and other windows from then on, and saves pending
 * edits when the view closes. `live` returns undefined until the tenant's state was read, and null for an item that
 * does not exist yet. Call while a component initializes.
 */
export function followTenant<State extends Draft['state']>(
  draft: EditingDraft<State>,
  live: () => State | null | undefined,
): DraftOpening {
  let failure = $state.raw<DeskError | undefined>(undefined);
  let attempts = $state(0);

  $effect(() => draft.connect());

  $effect(() => {
    void attempts;
    const state = live();
    if (state === undefined) return;
    if (!draft.isOpen) {
      untrack(() => draft.open(state)).then(
        () => (failure = undefined),
        (thrown: unknown) => (failure = toDeskError(thrown)),
      );
    } else if (state !== null) draft.follow(state);
  });

  return {
    get failure() {
      return failure;
    },
    retry() {
      attempts += 1;
    },
  };
}
