import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { FaultyTenant } from './faulty-tenant.ts';

/** What everybody edits: one thing of each kind, which all know. */
export const things = ['webhook', 'application', 'script', 'origins'] as const;
export type Thing = (typeof things)[number];
/** Each thing has two places in which words are written. */
export type Place = 0 | 1;

export interface EditedItems {
  /** Under which all know it, whatever its identifier is. */
  readonly webhookName: string;
  readonly applicationId: string;
}

/**
 * Every edit writes a word that nobody else writes, so that what became of it can be told: `A12q` of desk A, `X3q` of an
 * administrator outside, `S10q` of the things as they were prepared.
 */
export const wordPattern = /\b[ABCSX]\d+q\b/gi;

/** Words that were written before anybody came: other ones each time, for a plan of last time may be retried or undone. */
let prepared = 0;

/** Leaves a tenant that has these things and no others; `suffix` tells them from those of earlier interleavings. */
export async function prepareItems(
  { administrator, read }: FaultyTenant,
  suffix: string,
): Promise<EditedItems> {
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

type Script = { application: string; script: string };
type Origins = { origins: string[] };
type WordWriter<State> = (state: State, place: Place, word: string) => State;

/** The state with this word in one of the two places where words are written. */
export const writeWordIn: {
  readonly webhook: WordWriter<WebhookState>;
  readonly application: WordWriter<ApplicationState>;
  readonly script: WordWriter<Script>;
  readonly origins: WordWriter<Origins>;
} = {
  webhook: (webhook, place, word) =>
    place === 0 ? { ...webhook, description: word } : { ...webhook, requestBody: linesAround(word) },
  application: (application, place, word) =>
    place === 0 ? { ...application, name: word } : { ...application, description: word },
  script({ application, script }, place, word) {
    const old = [...script.matchAll(wordPattern)][place]?.[0];
    return { application, script: old === undefined ? linesAround(word) : script.replace(old, word) };
  },
  // One place adds, the other one also removes what is first.
  origins: ({ origins }, place, word) => ({
    origins: [...(place === 0 ? origins : origins.slice(1)), `${word.toLowerCase()}.example`],
  }),
};

/** The same for a draft, whose state has the shape of its kind. */
export function writeWord(kind: Thing, state: unknown, place: Place, word: string) {
  switch (kind) {
    case 'webhook':
      return writeWordIn.webhook(state as WebhookState, place, word);
    case 'application':
      return writeWordIn.application(state as ApplicationState, place, word);
    case 'script':
      return writeWordIn.script(state as Script, place, word);
    case 'origins':
      return writeWordIn.origins(state as Origins, place, word);
  }
}

/** A word with enough around it that edits of two words in one text do not touch. */
const linesAround = (word: string): string => `{\n  "a": 1,\n  "word": "${word}",\n  "b": 2\n}`;
