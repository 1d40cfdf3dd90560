import { onTestFinished } from 'vitest';
import type { Desk } from '../../contract/bridge/desk.ts';
import { EditingDraft } from '../../renderer/drafts/editing-draft.svelte.ts';
import { holdKey } from '../../renderer/ui/code/held-keys.ts';
import { editedTarget } from '../fakes/main-with-drafts.ts';

export const state = (script: string) => ({ script });

/** Opens the draft of a script as a view does, until the test is over. */
export async function edit(desk: Desk, live: { script: string } | null, targetId = 'app') {
  const draft = new EditingDraft(desk, { ...editedTarget, targetId, initial: state('') });
  const stop = draft.connect();
  onTestFinished(stop);
  await draft.open(live);
  return draft;
}

/** Lets what was queued for a window run to its end. */
export const settled = (...drafts: { flush: () => Promise<void> }[]) =>
  Promise.all(drafts.map((draft) => draft.flush()));

/** What an editor does with a key: it is seen, and nobody has heard of it yet. */
export function typeWithoutNotifying(
  draft: EditingDraft<{ script: string }>,
  typed: { script: string },
): void {
  const told = holdKey(() => {
    told();
    draft.change(typed);
  });
  onTestFinished(() => void told());
}
