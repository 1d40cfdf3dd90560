import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DraftKey } from '../../../contract/changes/drafts.ts';
import type { PendingAssignment } from '../../../contract/roles/roles.ts';
import type { ToastQueue } from '../../ui/index.ts';
import { removePending, restorePending } from '../../review/pending-assignments.ts';
import { attempt } from '../../state/attempt.ts';

interface Discarded {
  readonly tenantId: string;
  readonly name: string;
  /** Drafts with the editor's own way to discard them, if it is open. */
  readonly drafts: readonly {
    readonly key: DraftKey;
    readonly discard?: (() => Promise<boolean>) | undefined;
  }[];
  readonly roleChanges: readonly PendingAssignment[];
}

/** Discards all parts of an application's change, with one Undo. What could not be discarded stays, with a message. */
export async function discardApplication(
  desk: Desk,
  toasts: ToastQueue,
  { tenantId, name, drafts, roleChanges }: Discarded,
): Promise<void> {
  const restores: (() => Promise<unknown>)[] = [];
  for (const { key, discard } of drafts) {
    const { kind, targetId } = key;
    const isGone =
      discard === undefined
        ? await attempt(toasts, () => desk.drafts.discard({ tenantId, kind, targetId }))
        : await discard();
    if (isGone) restores.push(() => desk.drafts.restore({ tenantId, kind, targetId }));
  }
  if (roleChanges.length > 0 && (await attempt(toasts, () => removePending(desk, tenantId, roleChanges))))
    restores.push(() => restorePending(desk, tenantId, roleChanges));
  if (restores.length === 0) return;
  const restore = async () => {
    for (const one of restores) await attempt(toasts, one);
  };
  toasts.show({
    text: `Discarded: changes of ${name}.`,
    action: { label: 'Undo', run: () => void restore() },
  });
}
