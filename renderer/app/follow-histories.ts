import { tick } from 'svelte';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { EditorHistories } from '../ui/index.ts';

/**
 * The undo history of an editor belongs to its item and is dropped with the session or the tenant: at sign-out, for
 * another account, and when the tenant is removed. A session that expired keeps it, as it keeps drafts. Returns a
 * function that stops this.
 */
export function followHistories(histories: EditorHistories, desk: Desk): () => void {
  const forget = (isForgotten: (tenantId: string) => boolean): void => {
    const now = (): void => histories.forgetWhere(([tenantId = '']) => isForgotten(tenantId));
    now();
    // Editors that close in the same update store their histories while the page is updated.
    void tick().then(now);
  };
  const stops = [
    desk.on('targets.moved', ({ tenantId, kind, from, to }) =>
      histories.move([tenantId, kind, from], [tenantId, kind, to]),
    ),
    desk.on('session.changed', (session) => {
      const isEnded = session.state === 'signed-out' && session.error === undefined;
      if (isEnded || session.state === 'confirming') forget((tenantId) => tenantId === session.tenantId);
    }),
    desk.on('tenants.changed', (tenants) => {
      const present = new Set(tenants.map(({ id }) => id));
      forget((tenantId) => !present.has(tenantId));
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
