import type { ApplicationState } from '../../contract/applications.ts';
import type { WebhookState } from '../../contract/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { FaultyTenant } from './faulty-tenant.ts';

/** What two people edit: one thing of each kind, which both know. */
export const things = ['webhook', 'application', 'script', 'origins'] as const;
export type Thing = (typeof things)[number];
/** Each thing has two places in which words are written. */
export type Place = 0 | 1;

export interface EditedThings {
  /** Under which both know it, whatever its identifier is. */
  readonly webhookName: string;
  readonly applicationId: string;
}

/** Words that were written before anybody came: other ones each time, for a plan of last time may be retried or undone. */
let prepared = 0;

/** Leaves a tenant that has these things and no others; `suffix` tells them from those of earlier interleavings. */
export async function prepareThings(
  { administrator, read }: FaultyTenant,
  suffix: string,
): Promise<EditedThings> {
  prepared += 1;
  const word = (index: number): string => `S${prepared * 10 + index}q`;
  for (const id of read().webhooks.keys()) await administrator.deleteWebhook(id);
  for (const id of read().applications.keys()) await administrator.deleteApplication(id);
  await administrator.setOrigins([7, 8].map((index) => `${word(index).toLowerCase()}.example`));
  const webhookName = `Webhook ${suffix}`;
  const url = 'https://hooks.acme.example/both';
  await administrator.createWebhook(
    aWebhook({ name: webhookName, description: word(1), url, requestBody: linesAround(word(2)) }),
  );
  const applicationId = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(applicationId, {
    Name: word(3),
    Description: word(4),
    Script: `${linesAround(word(5))}\n${linesAround(word(6))}`,
  });
  return { webhookName, applicationId };
}

/** The state with this word in one of the two places where words are written. */
export function writeWord(kind: Thing, state: unknown, place: Place, word: string) {
  switch (kind) {
    case 'webhook': {
      const webhook = state as WebhookState;
      return place === 0 ? { ...webhook, description: word } : { ...webhook, requestBody: linesAround(word) };
    }
    case 'application': {
      const application = state as ApplicationState;
      return place === 0 ? { ...application, name: word } : { ...application, description: word };
    }
    case 'script': {
      const { application, script } = state as { application: string; script: string };
      const words = [...script.matchAll(/[ABS]\d+q/g)].map(([found]) => found);
      const old = words[place];
      return { application, script: old === undefined ? linesAround(word) : script.replace(old, word) };
    }
    case 'origins': {
      const { origins } = state as { origins: string[] };
      // One place adds, the other one also removes what is first.
      return { origins: [...(place === 0 ? origins : origins.slice(1)), `${word.toLowerCase()}.example`] };
    }
  }
}

/** A word with enough around it that edits of two words in one text do not touch. */
const linesAround = (word: string): string => `{\n  "a": 1,\n  "word": "${word}",\n  "b": 2\n}`;
