import type { Home } from '../../platform/secrets/stored-credentials.ts';

/** Where a credential is at home. One may be shared by thousands of webhooks, so that no question goes through all of them. */
export interface CredentialLocations {
  /** A draft has one home at a time: what was typed before with another address is none of it. */
  add(home: Home, isDraft: boolean): void;
  /** The first that was known; undefined for none. */
  first(): Home | undefined;
  has(origin: string, webhookId?: string): boolean;
  all(): Home[];
}

const keyOf = ({ webhookId, origin }: Pick<Home, 'webhookId' | 'origin'>): string => `${webhookId} ${origin}`;

export function createCredentialLocations(homes: Iterable<Home> = []): CredentialLocations {
  const ofWebhooks = new Map<string, Home>();
  const origins = new Set<string>();
  const ofDrafts = new Map<string, Home>();

  function add(home: Home, isDraft: boolean): void {
    if (isDraft) {
      ofDrafts.set(home.webhookId, home);
      return;
    }
    ofWebhooks.set(keyOf(home), home);
    origins.add(home.origin);
  }
  for (const home of homes) add(home, false);

  return {
    add,
    first: () => ofWebhooks.values().next().value ?? ofDrafts.values().next().value,
    has(origin, webhookId) {
      const ofDraft = (home: Home): boolean =>
        home.origin === origin && (webhookId === undefined || home.webhookId === webhookId);
      const isOfWebhook =
        webhookId === undefined ? origins.has(origin) : ofWebhooks.has(keyOf({ webhookId, origin }));
      return isOfWebhook || ofDrafts.values().some(ofDraft);
    },
    all: () => [...ofWebhooks.values(), ...ofDrafts.values()],
  };
}
