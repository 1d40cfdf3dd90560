import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleEvents } from './sample-events.ts';
import { SharedAnswer } from './shared-answer.ts';
import { TemplateEngine } from './template-engine.ts';
import type { PreviewAnswer, PreviewRequest, WorkerOrder } from './template-protocol.ts';

const request: PreviewRequest = { kind: 'preview', source: 'a', sample: sampleEvents[0], contentType: '' };
const answer: PreviewAnswer = {
  kind: 'preview',
  output: 'a',
  error: undefined,
  isValidJson: undefined,
  durationMs: 1,
};

/** A fake worker; the spec controls what it does. */
class ScriptedWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  isEnded = false;
  readonly asked: number[] = [];
  /** Shared memory for previews, if provided. */
  shared: SharedAnswer<PreviewAnswer> | undefined;

  postMessage(order: WorkerOrder): void {
    if ('memory' in order) this.shared = new SharedAnswer(order.memory);
    else this.asked.push(order.id);
  }

  terminate(): void {
    this.isEnded = true;
  }

  tell(data: unknown): void {
    this.onmessage?.({ data });
  }
}

function engineWithWorkers() {
  const workers: ScriptedWorker[] = [];
  const engine = new TemplateEngine(() => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker as unknown as Worker;
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
  const asked = engine.ask(request);
  await vi.advanceTimersByTimeAsync(5000);
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.tell('ready');
  await vi.advanceTimersByTimeAsync(1400);
  workers[0]?.tell({ id: 1, answer });
  await expect(asked).resolves.toEqual(answer);
});

it('ends a worker whose template times out, and starts another', async () => {
  const { engine, workers } = engineWithWorkers();
  const asked = expect(engine.ask(request)).rejects.toThrow('stopped after 1.5 seconds');
  workers[0]?.tell('ready');
  await vi.advanceTimersByTimeAsync(1500);
  await asked;
  expect(workers[0]?.isEnded).toBe(true);
  const again = engine.ask(request);
  await vi.advanceTimersByTimeAsync(5000);
  workers[1]?.tell('ready');
  workers[1]?.tell({ id: 2, answer });
  await expect(again).resolves.toEqual(answer);
});

it('gives up on a worker that never starts', async () => {
  const { engine } = engineWithWorkers();
  const asked = expect(engine.ask(request)).rejects.toThrow('Couldn’t start the preview');
  await vi.advanceTimersByTimeAsync(20_000);
  await asked;
});

it('reads a preview in the next frame if it is ready, and ignores its message', async () => {
  vi.stubGlobal('crossOriginIsolated', true);
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  const { engine, workers } = engineWithWorkers();
  const first = engine.ask(request);
  workers[0]?.tell('ready');
  workers[0]?.shared?.write({ id: 1, answer });
  frames.shift()?.();
  await expect(first).resolves.toEqual(answer);

  let second: PreviewAnswer | undefined;
  const asked = engine.ask({ ...request, source: 'b' }).then((answer) => (second = answer));
  // Still the answer to the previous request.
  frames.shift()?.();
  workers[0]?.tell({ id: 1, answer });
  await vi.advanceTimersByTimeAsync(1000);
  expect(second).toBeUndefined();
  const later = { ...answer, output: 'b' };
  workers[0]?.tell({ id: 2, answer: later });
  await asked;
  expect(second).toEqual(later);
  expect(workers).toHaveLength(1);
  expect(workers[0]?.asked).toEqual([1, 2]);
});

it("gives each worker its own memory, or none if a page can't share memory", async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const alone = engineWithWorkers();
  void alone.engine.ask(request).catch(() => undefined);
  expect(alone.workers[0]?.shared).toBeUndefined();
  vi.stubGlobal('crossOriginIsolated', true);
  const { engine, workers } = engineWithWorkers();
  const asked = expect(engine.ask(request)).rejects.toThrow('stopped after');
  workers[0]?.tell('ready');
  await vi.advanceTimersByTimeAsync(1500);
  await asked;
  void engine.ask(request).catch(() => undefined);
  expect(workers[1]?.shared).toBeDefined();
  expect(workers[1]?.shared?.memory).not.toBe(workers[0]?.shared?.memory);
  alone.engine.stop();
  engine.stop();
});
