import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleEvents } from './sample-events.ts';
import { TemplateEngine } from './template-engine.ts';
import type { PreviewAnswer, PreviewRequest } from './template-protocol.ts';

const request: PreviewRequest = { kind: 'preview', source: 'a', sample: sampleEvents[0], contentType: '' };
const answer: PreviewAnswer = {
  kind: 'preview',
  output: 'a',
  error: undefined,
  isValidJson: undefined,
  durationMs: 1,
};

/** What a page has of a worker; the spec says what it does. */
class ScriptedWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  isEnded = false;
  readonly asked: number[] = [];

  postMessage({ id }: { readonly id: number }): void {
    this.asked.push(id);
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
});

it('counts how long a template runs from when its worker is there', async () => {
  const { engine, workers } = engineWithWorkers();
  const asked = engine.ask(request);
  await vi.advanceTimersByTimeAsync(5000);
  expect(workers[0]?.isEnded).toBe(false);
  workers[0]?.tell('ready');
  await vi.advanceTimersByTimeAsync(1400);
  workers[0]?.tell({ id: 1, answer });
  await expect(asked).resolves.toEqual(answer);
});

it('ends a worker whose template runs too long, and asks the next of a fresh one', async () => {
  const { engine, workers } = engineWithWorkers();
  const asked = expect(engine.ask(request)).rejects.toThrow('ran for over 1.5 seconds');
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

it('gives up on a worker that never comes', async () => {
  const { engine } = engineWithWorkers();
  const asked = expect(engine.ask(request)).rejects.toThrow('could not be started');
  await vi.advanceTimersByTimeAsync(20_000);
  await asked;
});
