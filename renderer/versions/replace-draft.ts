import type { Desk } from '../../contract/bridge/desk.ts';
import type { Draft } from '../../contract/changes/drafts.ts';
import type { ToastQueue } from '../ui/index.ts';
import type { EditingDraft } from '../drafts/editing-draft.svelte.ts';
import { isSameState } from '../drafts/same-state.ts';

/**
 * Makes a state the draft. The replaced draft becomes a version, so that no edits are lost; if that cannot be stored,
 * it rejects and the draft stays. `message` is shown afterwards, for example "Payroll.js is the draft now."
 */
export async function replaceDraft<State extends Draft['state']>(
  desk: Desk,
  toasts: ToastQueue,
  draft: EditingDraft<State>,
  { state, message }: { readonly state: State; readonly message: string },
): Promise<void> {
  const earlier = draft.content;
  if (isSameState(state, earlier)) {
    toasts.show({ text: 'The draft already matches.' });
    return;
  }
  if (draft.isChanged) {
    await draft.flush();
    const { tenantId, kind, targetId } = draft.key;
    await desk.versions.storeDraft({ tenantId, kind, targetId });
  }
  draft.change(state);
  toasts.show({ text: message, action: { label: 'Undo', run: () => draft.change(earlier) } });
}
