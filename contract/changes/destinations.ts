import { z } from 'zod';

/** Where a change sends stored credentials; stored with the change. */
export const sentCredentialsSchema = z.strictObject({
  /** Scheme, host and port (`https://hooks.example`); the start of the URL as written if the host can't be determined. */
  host: z.string(),
  /** False if a template or an ambiguous URL determines the host only when the request is sent. */
  isKnown: z.boolean(),
  /** Names of the credentials, never values: `Authorization`, `Part of the URL`. */
  credentials: z.array(z.string()),
  /** Credentials that the tenant doesn't send to this host yet. */
  newCredentials: z.array(z.string()),
  /** Number of webhooks in the change that send them there. */
  count: z.number().int().positive(),
});

export type SentCredentials = z.infer<typeof sentCredentialsSchema>;
/** A host that receives stored credentials once a plan is applied, over all of its items. */
export type Destination = SentCredentials;

/** Hosts that must be acknowledged before a plan is applied: each gets a credential that it doesn't get today. */
export function hostsToAcknowledge(destinations: readonly Destination[]): readonly string[] {
  return destinations.filter(({ newCredentials }) => newCredentials.length > 0).map(({ host }) => host);
}
