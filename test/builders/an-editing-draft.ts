import { onTestFinished } from 'vitest';
import type { Desk } from '../../contract/bridge/desk.ts';
import { EditingDraft } from '../../renderer/drafts/editing-draft.svelte.ts';
import { holdKey } from '../../renderer/ui/code/held-keys.ts';
import { editedTarget } from '../fakes/main-with-drafts.ts';

export const state = (script: string) => ({ script });

/** Opens the draft of a script like a view, until the test ends. */
export async function edit(desk: Desk, live: { script: string } | null, targetId = 'app') {
  const draft = new EditingDraft(desk, { ...editedTarget, targetId, initial: state('') });
  const stop = draft.connect();
  onTestFinished(stop);
  await draft.open(live);
  return draft;
}

/** Resolves when the work queued for the windows is done. */
export const flushed = (...drafts: { flush: () => Promise<void> }[]) =>
  Promise.all(drafts.map((draft) => draft.flush()));

/** A keystroke in an editor that is visible but not reported yet. */
export function typeWithoutNotifying(
  draft: EditingDraft<{ script: string }>,
  typed: { script: string },
): void {
  const release = holdKey(() => {
    release();
    draft.change(typed);
  });
  onTestFinished(() => void release());
}
