import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { ToastQueue } from '../ui/index.ts';
import { attempt } from '../state/attempt.ts';
import { counted } from '../../languages/text/intl.ts';

/**
 * Discards a draft without a question and offers Undo, the same for every kind. `discard` does it where more than the
 * stored draft has to go: it reports its own failure and returns whether it succeeded. Views that show the draft
 * update automatically. Returns whether it was discarded; never rejects.
 */
export async function discardWithUndo(
  desk: Desk,
  toasts: ToastQueue,
  { tenantId, kind, targetId }: DraftKey,
  name: string,
  discard: () => Promise<boolean> = () =>
    attempt(toasts, () => desk.drafts.discard({ tenantId, kind, targetId })),
): Promise<boolean> {
  if (!(await discard())) return false;
  const restore = () => attempt(toasts, () => desk.drafts.restore({ tenantId, kind, targetId }));
  toasts.show({ text: `Discarded: ${name}.`, action: { label: 'Undo', run: () => void restore() } });
  return true;
}

/** Discards several drafts, with one Undo for all. Those that could not be discarded stay, and a message says why. */
export async function discardAllWithUndo(
  desk: Desk,
  toasts: ToastQueue,
  drafts: readonly DraftKey[],
): Promise<void> {
  const discarded: DraftKey[] = [];
  for (const { tenantId, kind, targetId } of drafts) {
    const key = { tenantId, kind, targetId };
    if (!(await attempt(toasts, () => desk.drafts.discard(key)))) break;
    discarded.push(key);
  }
  if (discarded.length === 0) return;
  const restore = async () => {
    for (const key of discarded) await attempt(toasts, () => desk.drafts.restore(key));
  };
  toasts.show({
    text: `Discarded ${counted(discarded.length, 'draft')}.`,
    action: { label: 'Undo', run: () => void restore() },
  });
}
