import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleEvents } from './sample-events.ts';
import { SharedResult } from './shared-result.ts';
import type { TemplateWorker } from './template-engine.ts';
import { TemplateEngine } from './template-engine.ts';
import type { PreviewResult, PreviewRequest, WorkerMessage, WorkerOrder } from './template-protocol.ts';

const request: PreviewRequest = { kind: 'preview', source: 'a', sample: sampleEvents[0], contentType: '' };
const result: PreviewResult = {
  kind: 'preview',
  output: 'a',
  error: undefined,
  isValidJson: undefined,
  durationMs: 1,
};

/** A fake worker; the spec controls what it does. */
class ScriptedWorker implements TemplateWorker {
  onmessage: TemplateWorker['onmessage'] = null;
  onerror: TemplateWorker['onerror'] = null;
  isEnded = false;
  readonly received: number[] = [];
  /** Shared memory for previews, if provided. */
  shared: SharedResult<PreviewResult> | undefined;

  postMessage(order: WorkerOrder): void {
    if ('memory' in order) this.shared = new SharedResult(order.memory);
    else this.received.push(order.id);
  }

  terminate(): void {
    this.isEnded = true;
  }

  emit(data: WorkerMessage): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}

function engineWithWorkers() {
  const workers: ScriptedWorker[] = [];
  const engine = new TemplateEngine(() => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  });
  return { engine, workers };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('starts the time limit when the worker is ready', async () => {
  const { engine, workers } = engineWithWorkers();
  const received = engine.ask(request);
  await vi.advanceTimersByTimeAsync(5000);
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.emit('ready');
  await vi.advanceTimersByTimeAsync(1400);
  workers[0]?.emit({ id: 1, result });
  await expect(received).resolves.toEqual(result);
});

it('ends a worker whose template times out, and starts another', async () => {
  const { engine, workers } = engineWithWorkers();
  const received = expect(engine.ask(request)).rejects.toThrow('stopped after 1.5 seconds');
  workers[0]?.emit('ready');
  await vi.advanceTimersByTimeAsync(1500);
  await received;
  expect(workers[0]?.isEnded).toBe(true);
  const again = engine.ask(request);
  await vi.advanceTimersByTimeAsync(5000);
  workers[1]?.emit('ready');
  workers[1]?.emit({ id: 2, result });
  await expect(again).resolves.toEqual(result);
});

it('gives up on a worker that never starts', async () => {
  const { engine } = engineWithWorkers();
  const received = expect(engine.ask(request)).rejects.toThrow('Couldn’t start the preview');
  await vi.advanceTimersByTimeAsync(20_000);
  await received;
});

it('reads a preview in the next frame if it is ready, and ignores its message', async () => {
  vi.stubGlobal('crossOriginIsolated', true);
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  const { engine, workers } = engineWithWorkers();
  const first = engine.ask(request);
  workers[0]?.emit('ready');
  workers[0]?.shared?.write({ id: 1, result });
  frames.shift()?.();
  await expect(first).resolves.toEqual(result);

  let second: PreviewResult | undefined;
  const received = engine.ask({ ...request, source: 'b' }).then((result) => (second = result));
  // Still the answer to the previous request.
  frames.shift()?.();
  workers[0]?.emit({ id: 1, result });
  await vi.advanceTimersByTimeAsync(1000);
  expect(second).toBeUndefined();
  const later = { ...result, output: 'b' };
  workers[0]?.emit({ id: 2, result: later });
  await received;
  expect(second).toEqual(later);
  expect(workers).toHaveLength(1);
  expect(workers[0]?.received).toEqual([1, 2]);
});

it("gives each worker its own memory, or none if a page can't share memory", async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const alone = engineWithWorkers();
  void alone.engine.ask(request).catch(() => undefined);
  expect(alone.workers[0]?.shared).toBeUndefined();
  vi.stubGlobal('crossOriginIsolated', true);
  const { engine, workers } = engineWithWorkers();
  const received = expect(engine.ask(request)).rejects.toThrow('stopped after');
  workers[0]?.emit('ready');
  await vi.advanceTimersByTimeAsync(1500);
  await received;
  void engine.ask(request).catch(() => undefined);
  expect(workers[1]?.shared).toBeDefined();
  expect(workers[1]?.shared?.memory).not.toBe(workers[0]?.shared?.memory);
  alone.engine.stop();
  engine.stop();
});
