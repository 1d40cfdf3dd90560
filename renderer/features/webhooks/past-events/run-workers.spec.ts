import { describe, expect, it, vi } from 'vitest';
import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import { handleRun } from './handle-run-request.ts';
import type { EventResult, RunRequest } from '../template/run-protocol.ts';
import type { RenderedRun } from './run-workers.ts';
import { RunWorkers } from './run-workers.ts';

type SentRequest = RunRequest & { readonly worker: number };

/**
 * Workers that respond one after the other, like those of a page. Their events are stored in the module that responds, so that
 * all of them have the events once one has.
 */
function fakeWorkers(
  respond: (request: RunRequest) => unknown = (request) => handleRun(request, () => 0),
  milliseconds = 0,
) {
  const sent: SentRequest[] = [];
  const ended: number[] = [];
  let count = 0;
  let maxWaiting = 0;
  const create = (): Worker => {
    const worker = count;
    count += 1;
    let waiting = 0;
    let last = Promise.resolve();
    const fake = {
      onmessage: (_message: { readonly data: unknown }): void => undefined,
      postMessage({ id, request }: { readonly id: number; readonly request: RunRequest }): void {
        sent.push({ ...request, worker });
        waiting += 1;
        maxWaiting = Math.max(maxWaiting, waiting);
        last = last
          .then(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))
          .then(() => {
            waiting -= 1;
            fake.onmessage({ data: { id, result: respond(request) } });
          });
      },
      terminate: () => ended.push(worker),
    };
    return fake as unknown as Worker;
  };
  return { create, sent, ended, maxWaiting: () => maxWaiting };
}

const eventOf = (index: number): PastEvent => ({
  id: String(index),
  type: 'Login',
  at: index,
  riskLevel: null,
  isWhole: true,
  values: [index],
});

let sets = 0;

function aRun(count: number, changes: Partial<RenderedRun> = {}) {
  const results: (EventResult | undefined)[] = Array.from({ length: count });
  sets += 1;
  const run: RenderedRun = {
    source: '${event.number?c}',
    contentType: 'text/plain',
    set: sets,
    events: Array.from({ length: count }, (_, index) => eventOf(index)),
    chunkOf: (events) => ({ columns: ['number'], knownColumns: ['number'], events, fills: {} }),
    take: (at, made) => {
      for (const [offset, result] of made.entries()) results[at + offset] = result;
    },
    isGivenUp: () => false,
    ...changes,
  };
  return { run, results };
}

const textsOf = (results: readonly (EventResult | undefined)[]) => results.map((result) => result?.text);

describe('the workers of a run', () => {
  it('share the events in chunks, and map every result to its event', async () => {
    const { create, sent, maxWaiting } = fakeWorkers();
    const { run, results } = aRun(4500);
    await new RunWorkers(create, 8).render(run);
    expect(textsOf(results)).toEqual(Array.from({ length: 4500 }, (_, index) => String(index)));
    expect(new Set(sent.map(({ worker, index }) => `${worker}: ${index}`))).toEqual(
      new Set(['0: 0', '0: 2', '0: 4', '1: 1', '1: 3']),
    );
    // The second one is started when the first is answered, and no more: a canceled run ends soon.
    expect(maxWaiting()).toBe(2);
  });

  it('receive events once, however often they are rendered', async () => {
    const { create, sent } = fakeWorkers();
    const workers = new RunWorkers(create, 2);
    const { run, results } = aRun(3000);
    await workers.render(run);
    expect(sent.filter(({ chunk }) => chunk !== undefined)).toHaveLength(3);
    sent.length = 0;
    await workers.render({ ...run, source: 'again ${event.number?c}' });
    expect(sent.map(({ chunk }) => chunk)).toEqual([undefined, undefined, undefined]);
    expect(textsOf(results).at(-1)).toBe('again 2999');
  });

  it('continue after a partial result, and find causes for the first failures only', async () => {
    let clock = 0;
    const { create } = fakeWorkers((request) => handleRun(request, () => (clock += 1)));
    const { run, results } = aRun(1200, { source: '${event.none}' });
    await new RunWorkers(create, 1).render(run);
    expect(results.every((result) => result?.state === 'broken')).toBe(true);
    const causes: number[] = [];
    const counting = fakeWorkers((request) => {
      causes.push(request.causes);
      return handleRun(request, () => 0);
    });
    await new RunWorkers(counting.create, 1).render(aRun(4000, { source: '${event.none}' }).run);
    expect(causes.slice(0, 2)).toEqual([50, 50]);
    expect(causes.at(-1)).toBe(0);
  });

  it('report why nothing can be rendered, and stop when canceled', async () => {
    const { create, sent } = fakeWorkers();
    const workers = new RunWorkers(create, 2);
    const untriable = await workers.render(aRun(9000, { source: '{\n${' }).run);
    expect(untriable).toMatchObject({ line: 2 });
    sent.length = 0;
    let taken = 0;
    const { run } = aRun(9000, { take: () => (taken += 1), isGivenUp: () => taken > 0 });
    await workers.render(run);
    expect(taken).toBe(1);
    expect(new Set(sent.map(({ index }) => index)).size).toBeLessThan(9);
  });

  it('get the time limit of one template each, even if several chunks wait', async () => {
    vi.useFakeTimers();
    const { create, ended } = fakeWorkers(undefined, 1000);
    const { run, results } = aRun(1500);
    const rendered = new RunWorkers(create, 1).render(run);
    await vi.advanceTimersByTimeAsync(10_000);
    await rendered;
    expect(textsOf(results).at(-1)).toBe('1499');
    expect(ended).toEqual([]);
    vi.useRealTimers();
  });
});
