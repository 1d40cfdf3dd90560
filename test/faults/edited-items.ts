import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { FaultyTenant } from './faulty-tenant.ts';

/** The items that all admins edit: one of each kind. */
export const itemNames = ['webhook', 'application', 'script', 'origins'] as const;
export type ItemName = (typeof itemNames)[number];
/** Each item has two places for markers. */
export type Place = 0 | 1;

export interface EditedItems {
  /** The name by which all admins find it, whatever its ID is. */
  readonly webhookName: string;
  readonly applicationId: string;
}

/**
 * Every edit writes a unique marker, so that its outcome can be traced: `A12q` by instance A, `X3q` by an
 * admin outside Tenant Desk, `S10q` by the setup.
 */
export const markerPattern = /\b[ABCSX]\d+q\b/gi;

/** Markers of the setup. They differ each time, because a plan of the previous run may be retried or undone. */
let prepared = 0;

/** Resets the tenant to exactly these items; `suffix` distinguishes them from those of earlier interleavings. */
export async function prepareItems(
  { administrator, read }: FaultyTenant,
  suffix: string,
): Promise<EditedItems> {
  prepared += 1;
  const marker = (index: number): string => `S${prepared * 10 + index}q`;
  for (const id of read().webhooks.keys()) await administrator.deleteWebhook(id);
  for (const id of read().applications.keys()) await administrator.deleteApplication(id);
  await administrator.setOrigins([7, 8].map((index) => `${marker(index).toLowerCase()}.example`));
  const webhookName = `Webhook ${suffix}`;
  const url = 'https://hooks.acme.example/both';
  await administrator.createWebhook(
    aWebhook({ name: webhookName, description: marker(1), url, requestBody: linesAround(marker(2)) }),
  );
  const applicationId = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(applicationId, {
    Name: marker(3),
    Description: marker(4),
    Script: `${linesAround(marker(5))}\n${linesAround(marker(6))}`,
  });
  return { webhookName, applicationId };
}

type Script = { application: string; script: string };
type Origins = { origins: string[] };
type MarkerWriter<State> = (state: State, place: Place, marker: string) => State;

/** The state with this word in one of the two places where words are written. */
export const writeMarkerIn: {
  readonly webhook: MarkerWriter<WebhookState>;
  readonly application: MarkerWriter<ApplicationState>;
  readonly script: MarkerWriter<Script>;
  readonly origins: MarkerWriter<Origins>;
} = {
  webhook: (webhook, place, marker) =>
    place === 0 ? { ...webhook, description: marker } : { ...webhook, requestBody: linesAround(marker) },
  application: (application, place, marker) =>
    place === 0 ? { ...application, name: marker } : { ...application, description: marker },
  script({ application, script }, place, marker) {
    const old = [...script.matchAll(markerPattern)][place]?.[0];
    return { application, script: old === undefined ? linesAround(marker) : script.replace(old, marker) };
  },
  // One place only adds, the other one also removes the first entry.
  origins: ({ origins }, place, marker) => ({
    origins: [...(place === 0 ? origins : origins.slice(1)), `${marker.toLowerCase()}.example`],
  }),
};

/** The same for a draft, whose state has the shape of its kind. */
export function writeMarker(kind: ItemName, state: unknown, place: Place, marker: string) {
  switch (kind) {
    case 'webhook':
      return writeMarkerIn.webhook(state as WebhookState, place, marker);
    case 'application':
      return writeMarkerIn.application(state as ApplicationState, place, marker);
    case 'script':
      return writeMarkerIn.script(state as Script, place, marker);
    case 'origins':
      return writeMarkerIn.origins(state as Origins, place, marker);
  }
}

/** A word with enough around it that edits of two words in one text do not touch. */
const linesAround = (marker: string): string => `{\n  "a": 1,\n  "word": "${marker}",\n  "b": 2\n}`;
