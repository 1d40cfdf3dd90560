import type { EditedItems, Place, ItemName } from './edited-items.ts';
import { writeMarkerIn } from './edited-items.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import type { Stage } from './stage.ts';

/** What an admin with another program does to the items that the app instances edit. */
export type OutsideChange =
  | { readonly writes: ItemName; readonly place: Place }
  | { readonly writes: 'switch of the webhook' | 'deletion of the webhook' };

/** Counted over all interleavings, like the markers of the app instances. */
let markerCount = 0;

/** Reads the item and changes it at once, without failures; deleted items stay deleted. */
export async function changeFromOutside(
  { tenant, ledger, writeInTurn }: Stage,
  { webhookName, applicationId }: EditedItems,
  change: OutsideChange,
): Promise<void> {
  for (const request of requestsOf(tenant, { webhookName, applicationId }, change)) {
    await writeInTurn(async () => {
      await request();
      ledger.noteOutside();
    });
  }
}

function requestsOf(
  { administrator, read }: FaultyTenant,
  { webhookName, applicationId }: EditedItems,
  change: OutsideChange,
): readonly (() => Promise<void>)[] {
  const { webhooks, applications, origins } = read();
  const application = applications.get(applicationId);
  const [id, webhook] = [...webhooks].find(([, { name }]) => name === webhookName) ?? [];
  switch (change.writes) {
    case 'origins': {
      const written = writeMarkerIn.origins({ origins: [...origins] }, change.place, nextMarker());
      return [() => administrator.setOrigins(written.origins)];
    }
    case 'application': {
      if (application === undefined) return [];
      const { name, description } = writeMarkerIn.application(application, change.place, nextMarker());
      const members = { Name: name, Description: description };
      return [() => administrator.changeApplication(applicationId, members)];
    }
    case 'script': {
      if (application === undefined) return [];
      const state = { application: application.name, script: application.script ?? '' };
      const { script } = writeMarkerIn.script(state, change.place, nextMarker());
      return [() => administrator.changeApplication(applicationId, { Script: script })];
    }
    case 'webhook': {
      if (id === undefined || webhook === undefined) return [];
      const written = writeMarkerIn.webhook(webhook, change.place, nextMarker());
      // The platform has no request that changes a webhook: a new one takes the place of the old one.
      return [() => administrator.createWebhook(written), () => administrator.deleteWebhook(id)];
    }
    case 'switch of the webhook':
      if (id === undefined || webhook === undefined) return [];
      return [() => administrator.switchWebhook(id, !webhook.enabled)];
    case 'deletion of the webhook':
      return id === undefined ? [] : [() => administrator.deleteWebhook(id)];
  }
}

function nextMarker(): string {
  markerCount += 1;
  return `X${markerCount}q`;
}
