import { expect, it } from 'vitest';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { WebhookTesting } from './webhook-testing.svelte.ts';

const definition = {
  ...aWebhook({ requestBody: '${event.user_name}' }),
  method: 'POST',
  enabled: true,
} as const;
const previewed = { sampleName: 'Risky sign-in', payload: '{"say": "${not.evaluated}"}' };
const passed = { succeeded: true, httpStatus: 200, message: '', durationMs: 1, deliveryId: null };

/** What reached the tenant: the template and the confirmed host. */
function testing(respond: (credentialsTo: string | undefined) => typeof passed) {
  const sent: (readonly [string, string | undefined])[] = [];
  const test: Handlers['webhooks.test'] = async ({ definition: { requestBody }, credentialsTo }) => {
    sent.push([requestBody, credentialsTo]);
    return respond(credentialsTo);
  };
  return { sent, running: new WebhookTesting(fakeDesk({ 'webhooks.test': test }).desk, 'acme') };
}

it('sends the template, and a previewed payload verbatim', async () => {
  const { sent, running } = testing(() => passed);
  await running.run('w', definition);
  expect(running.previewed).toBeUndefined();
  await running.run('w', definition, { previewed });
  expect(running.previewed).toBe(previewed);
  expect(running.result).toEqual(passed);
  expect(sent.map(([body]) => body)).toEqual([
    '${event.user_name}',
    '<#ftl strip_whitespace=false>\n{"say": "${"$"}{not.evaluated}"}',
  ]);
});

it('sends the previewed payload after asking whether credentials may be sent there', async () => {
  const { sent, running } = testing((credentialsTo) => {
    if (credentialsTo !== undefined) return passed;
    const error = {
      code: 'credential-elsewhere',
      message: 'Elsewhere.',
      retryable: false,
      requestId: '',
    } as const;
    throw new DeskFailure(error);
  });
  await running.run('w', definition, { previewed });
  expect(running.question?.message).toBe('Elsewhere.');
  await running.agree('w');
  expect(running.question).toBeUndefined();
  expect(sent.map(([, credentialsTo]) => credentialsTo)).toEqual([undefined, new URL(definition.url).origin]);
  expect(sent[1]?.[0]).toBe(sent[0]?.[0]);
});
