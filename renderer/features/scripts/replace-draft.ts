import type { Desk } from '../../../contract/desk.ts';
import type { ScriptState } from '../../../contract/scripts.ts';
import type { EditingDraft } from '../../shell/state/editing-draft.svelte.ts';
import type { ToastQueue } from '../../ui/index.ts';

/**
 * Makes a text the draft. A draft that gives way to it is a version from then on, so that nothing typed is lost; where that
 * cannot be kept, it rejects and the draft stays. `said` tells what happened: "Payroll.js is the draft now."
 */
export async function replaceDraft(
  desk: Desk,
  toasts: ToastQueue,
  draft: EditingDraft<ScriptState>,
  { script, said }: { readonly script: string; readonly said: string },
): Promise<void> {
  const earlier = draft.content.script;
  if (script === earlier) {
    toasts.show({ text: 'The draft is the same text already.' });
    return;
  }
  if (draft.isChanged) {
    await draft.flush();
    const { tenantId, kind, targetId } = draft.key;
    await desk.versions.keepDraft({ tenantId, kind, targetId });
  }
  draft.change({ ...draft.content, script });
  toasts.show({
    text: said,
    action: { label: 'Undo', run: () => draft.change({ ...draft.content, script: earlier }) },
  });
}
