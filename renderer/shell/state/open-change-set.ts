import type { Desk } from '../../../contract/desk.ts';
import type { ToastQueue } from '../../ui/index.ts';
import { attempt } from './attempt.ts';
import type { Review } from './review.svelte.ts';

/** Lets the person choose a change-set and opens its review in the tenant that it was made for. Never rejects. */
export async function openChangeSet(desk: Desk, review: Review, toasts: ToastQueue): Promise<void> {
  await attempt(toasts, async () => {
    const opened = await desk.changeSets.open();
    if (opened === undefined) return;
    const { tenantId, name, tenantName, tenantAddress, fileId } = opened;
    if (tenantId === null) {
      toasts.show({
        text: `${name} was made for ${tenantName} (${tenantAddress}), which is not among your tenants. Add that tenant, then open the file again.`,
        tone: 'bad',
      });
      return;
    }
    await review.open(tenantId, { from: 'change-set', fileId });
  });
}
