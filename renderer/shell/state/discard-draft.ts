import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DraftKey } from '../../../contract/drafts.ts';
import type { ToastQueue } from '../../ui/index.ts';

/**
 * Discards a draft without a question and offers the way back, the same for every kind. `discard` is what discards it
 * where more than the stored draft has to go; views that show the draft follow by themselves.
 */
export async function discardWithUndo(
  desk: Desk,
  toasts: ToastQueue,
  { tenantId, kind, targetId }: DraftKey,
  name: string,
  discard: () => Promise<void> = () => desk.drafts.discard({ tenantId, kind, targetId }),
): Promise<void> {
  await discard();
  const restore = async (): Promise<void> => {
    try {
      await desk.drafts.restore({ tenantId, kind, targetId });
    } catch (thrown) {
      toasts.show({ text: toDeskError(thrown).message, tone: 'bad' });
    }
  };
  toasts.show({ text: `Discarded: ${name}.`, action: { label: 'Undo', run: () => void restore() } });
}
