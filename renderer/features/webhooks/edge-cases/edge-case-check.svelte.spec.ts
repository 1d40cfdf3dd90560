import { expect, it, vi } from 'vitest';
import { sampleEvents } from '../template/sample-events.ts';
import { workerReady } from '../template/template-protocol.ts';
import { EdgeCaseCheck } from './edge-case-check.svelte.ts';

const request = (source: string) => ({
  ...{ source, sample: sampleEvents[0], contentType: 'application/json', variables: [] },
});

/** Workers that never respond, and the number of requests sent to them. */
function silentWorkers() {
  const sent: unknown[] = [];
  const start = () => {
    const worker = {
      onmessage: undefined as ((event: { readonly data: unknown }) => void) | undefined,
      postMessage(data: unknown) {
        sent.push(data);
        this.onmessage?.({ data: workerReady });
      },
      terminate: () => undefined,
    };
    return worker;
  };
  return { sent, start: start as unknown as () => Worker };
}

it('waits longer for a pause in typing after a template timed out', async () => {
  vi.useFakeTimers();
  const { sent, start } = silentWorkers();
  const check = new EdgeCaseCheck(start);
  const cancelFirst = check.schedule(request('long'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(1);
  expect(check.stopped).toMatch(/stopped after/);
  cancelFirst();
  for (const source of ['long a', 'long ab', 'long abc']) {
    const cancel = check.schedule(request(source));
    await vi.advanceTimersByTimeAsync(700);
    cancel();
  }
  expect(sent).toHaveLength(1);
  check.schedule(request('long abcd'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toHaveLength(2);
  check.stop();
  vi.useRealTimers();
});

it('tests a template that times out only once, although an effect asks for it', async () => {
  vi.useFakeTimers();
  const { sent, start } = silentWorkers();
  const check = new EdgeCaseCheck(start);
  const stop = $effect.root(() => {
    $effect(() => check.schedule(request('long')));
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(check.stopped).toMatch(/stopped after/);
  expect(sent).toHaveLength(1);
  stop();
  check.stop();
  vi.useRealTimers();
});
