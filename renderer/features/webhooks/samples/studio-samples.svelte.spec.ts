import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import { StudioSamples } from './studio-samples.svelte.ts';

it('keeps the samples while a webhook is edited, and creates others for another type', () => {
  let typed = $state.raw({ eventType: 'LOGIN', requestBody: '' });
  let types = $state.raw(['LOGIN', 'PAYMENT']);
  const variables = [{ path: 'event.custom', type: 'STRING' }];
  let samples: StudioSamples | undefined;
  const stop = $effect.root(() => {
    samples = new StudioSamples({} as Desk, 'tenant', () => ({
      variables,
      eventType: typed.eventType,
      eventTypes: types,
    }));
  });
  const seen = [samples?.chosen];
  for (const requestBody of ['a', 'ab', 'abc']) {
    typed = { ...typed, requestBody };
    types = [...types];
    flushSync();
    seen.push(samples?.chosen);
  }
  expect(seen[0]).toBeDefined();
  // The same object: consumers render each object once.
  expect(new Set(seen).size).toBe(1);
  expect(samples?.builtIn.some(({ name }) => name === 'PAYMENT')).toBe(true);
  typed = { ...typed, eventType: 'TRANSFER' };
  flushSync();
  expect(samples?.chosen).not.toBe(seen[0]);
  expect(samples?.chosen.columns['event_type']).toBe('TRANSFER');
  stop();
});
