import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { LiveResult } from './live-result.svelte.ts';
import type { LivePreview } from './live-result.svelte.ts';
import { sampleEvents } from './template/sample-events.ts';
import type {
  ResultOf,
  PreviewResult,
  PreviewRequest,
  TemplateRequest,
} from './template/template-protocol.ts';

const request = (source: string): PreviewRequest => ({
  kind: 'preview',
  source,
  sample: sampleEvents[0],
  contentType: 'application/json',
});

/** Answers with the source itself after the given number of milliseconds. */
function engineThatTakes(ms: number) {
  const lastRequest: string[] = [];
  return {
    lastRequest,
    async ask<Request extends TemplateRequest>(asks: Request): Promise<ResultOf<Request>> {
      const source = 'source' in asks ? asks.source : '';
      lastRequest.push(source);
      await new Promise((resolve) => setTimeout(resolve, ms));
      const result: PreviewResult = {
        kind: 'preview',
        output: source,
        error: undefined,
        isValidJson: undefined,
        durationMs: ms,
      };
      return result as ResultOf<Request>;
    },
  };
}

describe('requests while typing', () => {
  it('renders every keystroke of a short template, and only the latest of those typed while it renders', async () => {
    vi.useFakeTimers();
    const engine = engineThatTakes(5);
    const preview: LivePreview = new LiveResult(engine);
    for (const source of ['a', 'ab', 'abc']) void preview.show(request(source));
    await vi.advanceTimersByTimeAsync(20);
    expect(engine.lastRequest).toEqual(['a', 'abc']);
    expect(preview.result?.output).toBe('abc');
    vi.useRealTimers();
  });

  it('renders a slow template after typing stops', async () => {
    vi.useFakeTimers();
    const engine = engineThatTakes(200);
    const preview: LivePreview = new LiveResult(engine);
    void preview.show(request('first'));
    await vi.advanceTimersByTimeAsync(200);
    for (const source of ['a', 'ab', 'abc', 'abcd']) {
      void preview.show(request(source));
      await vi.advanceTimersByTimeAsync(90);
    }
    expect(engine.lastRequest).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(500);
    expect(engine.lastRequest).toEqual(['first', 'abcd']);
    expect(preview.result?.output).toBe('abcd');
    vi.useRealTimers();
  });

  it('waits for a pause in typing, except the first time', async () => {
    vi.useFakeTimers();
    const engine = engineThatTakes(5);
    const lint = new LiveResult(engine, { minPauseMs: 120 });
    void lint.show(request('first'));
    await vi.advanceTimersByTimeAsync(10);
    expect(engine.lastRequest).toEqual(['first']);
    for (const source of ['a', 'ab', 'abc']) {
      void lint.show(request(source));
      await vi.advanceTimersByTimeAsync(90);
    }
    expect(engine.lastRequest).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(120);
    expect(engine.lastRequest).toEqual(['first', 'abc']);
    vi.useRealTimers();
  });

  it('resolves when the last request is answered, and not before', async () => {
    vi.useFakeTimers();
    const preview: LivePreview = new LiveResult(engineThatTakes(50));
    await preview.caughtUp();
    let isCaughtUp = false;
    void preview.show(request('a'));
    void preview.show(request('ab'));
    void preview.caughtUp().then(() => (isCaughtUp = true));
    await vi.advanceTimersByTimeAsync(60);
    expect([preview.result?.output, isCaughtUp]).toEqual(['a', false]);
    await vi.advanceTimersByTimeAsync(60);
    expect([preview.result?.output, isCaughtUp]).toEqual(['ab', true]);
    void preview.show(request('abc'));
    preview.stop();
    await vi.advanceTimersByTimeAsync(60);
    await preview.caughtUp();
    vi.useRealTimers();
  });

  it('sends the same request once, and again if it failed', async () => {
    vi.useFakeTimers();
    const engine = engineThatTakes(5);
    let failures = 0;
    const preview: LivePreview = new LiveResult({
      async ask<Request extends TemplateRequest>(asks: Request): Promise<ResultOf<Request>> {
        const result = await engine.ask(asks);
        failures += 1;
        if (failures === 2) throw new Error('The worker is gone.');
        return result;
      },
    });
    for (const source of ['a', 'a', 'ab', 'ab', 'ab']) {
      void preview.show(request(source));
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(engine.lastRequest).toEqual(['a', 'ab', 'ab']);
    expect(preview.result?.output).toBe('ab');
    void preview.show(request('a'));
    await vi.advanceTimersByTimeAsync(20);
    expect(preview.result?.output).toBe('a');
    vi.useRealTimers();
  });

  it('sends nothing after it is stopped', async () => {
    vi.useFakeTimers();
    const engine = engineThatTakes(200);
    const preview: LivePreview = new LiveResult(engine);
    void preview.show(request('first'));
    await vi.advanceTimersByTimeAsync(200);
    void preview.show(request('second'));
    preview.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(engine.lastRequest).toEqual(['first']);
    vi.useRealTimers();
  });

  it.each([0, 120])(
    'sends one request for an effect, regardless of the result, after a pause of %i ms',
    async (minPauseMs) => {
      vi.useFakeTimers();
      const engine = engineThatTakes(5);
      const preview: LivePreview = new LiveResult(engine, { minPauseMs });
      let source = $state('a');
      const stop = $effect.root(() => {
        $effect(() => void preview.show(request(source)));
      });
      for (const next of ['ab', 'abc']) {
        flushSync();
        await vi.advanceTimersByTimeAsync(1000);
        source = next;
      }
      flushSync();
      await vi.advanceTimersByTimeAsync(1000);
      expect(engine.lastRequest).toEqual(['a', 'ab', 'abc']);
      stop();
      vi.useRealTimers();
    },
  );
});
