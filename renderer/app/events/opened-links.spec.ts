import { expect, it } from 'vitest';
import type { ToastMessage } from '../../ui/index.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { failure } from '../../../main/platform/errors/failure.ts';
import type { MethodOutput } from '../../../contract/bridge/methods.ts';
import { followLinks } from './opened-links.ts';

type Arrived = MethodOutput<'links.takeArrived'>;

const applications: Arrived[number] = {
  state: 'opened',
  place: { scope: 'tenant', tenantId: 'acme', view: 'applications', rest: ['a/1'] },
};
const settings: Arrived[number] = { state: 'opened', place: { scope: 'global', view: 'settings', rest: [] } };

function follow(stage: 'closed' | 'reviewing') {
  const arrived: Arrived = [];
  const fake = fakeDesk({ 'links.takeArrived': async () => arrived.splice(0) });
  const went: string[] = [];
  const shown: ToastMessage[] = [];
  const review = { stage, plan: undefined, close: () => void went.push('closed the review') };
  const start = () =>
    followLinks({
      desk: fake.desk,
      router: { go: (path) => void went.push(path) },
      toasts: { show: (toast) => `toast ${shown.push(toast)}` },
      review,
    });
  return { ...fake, arrived, went, shown, start };
}

it('opens links that came before the window, and later ones as they arrive', async () => {
  const { arrived, went, start, emit, countListeners } = follow('closed');
  arrived.push(applications);
  const stop = start();
  await expect.poll(() => went).toEqual(['#/t/acme/applications/a%2F1']);
  arrived.push(settings);
  emit('links.arrived', {});
  await expect.poll(() => went).toEqual(['#/t/acme/applications/a%2F1', '#/settings']);
  stop();
  expect(countListeners()).toBe(0);
});

it('says why a link opens nothing, and opens the next one', async () => {
  const { arrived, went, shown, start } = follow('closed');
  const { error } = failure(
    'not-found',
    'Globex isn’t one of your tenants. Add it, then open the link again.',
  );
  arrived.push({ state: 'rejected', error }, settings);
  start();
  await expect.poll(() => went).toEqual(['#/settings']);
  expect(shown).toEqual([{ text: error.message, tone: 'bad' }]);
});

it('asks before it closes a review', async () => {
  const { arrived, went, shown, start } = follow('reviewing');
  arrived.push(settings);
  start();
  await expect.poll(() => shown).toHaveLength(1);
  expect(went).toEqual([]);
  shown[0]?.action?.run();
  expect(went).toEqual(['closed the review', '#/settings']);
});
