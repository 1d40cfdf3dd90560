import type { CredentialLocation } from '../../platform/secrets/stored-credentials.ts';

/** Where a credential belongs. One may be shared by thousands of webhooks, so lookups don't iterate over them. */
export interface CredentialLocations {
  /** A draft has one location at a time: what was typed before with another URL doesn't count. */
  add(location: CredentialLocation, isDraft: boolean): void;
  /** The first known one; undefined for none. */
  first(): CredentialLocation | undefined;
  has(origin: string, webhookId?: string): boolean;
  all(): CredentialLocation[];
}

const keyOf = ({ webhookId, origin }: Pick<CredentialLocation, 'webhookId' | 'origin'>): string =>
  `${webhookId} ${origin}`;

export function createCredentialLocations(locations: Iterable<CredentialLocation> = []): CredentialLocations {
  const ofWebhooks = new Map<string, CredentialLocation>();
  const origins = new Set<string>();
  const ofDrafts = new Map<string, CredentialLocation>();

  function add(location: CredentialLocation, isDraft: boolean): void {
    if (isDraft) {
      ofDrafts.set(location.webhookId, location);
      return;
    }
    ofWebhooks.set(keyOf(location), location);
    origins.add(location.origin);
  }
  for (const location of locations) add(location, false);

  return {
    add,
    first: () => ofWebhooks.values().next().value ?? ofDrafts.values().next().value,
    has(origin, webhookId) {
      const ofDraft = (location: CredentialLocation): boolean =>
        location.origin === origin && (webhookId === undefined || location.webhookId === webhookId);
      const isOfWebhook =
        webhookId === undefined ? origins.has(origin) : ofWebhooks.has(keyOf({ webhookId, origin }));
      return isOfWebhook || ofDrafts.values().some(ofDraft);
    },
    all: () => [...ofWebhooks.values(), ...ofDrafts.values()],
  };
}
