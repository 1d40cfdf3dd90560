import { describe, expect, it } from 'vitest';
import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import { fillsOf } from '../template/sample-events.ts';
import { handleRun } from './handle-run-request.ts';
import { unpackResults } from '../template/run-protocol.ts';
import type { EventChunk, RunRequest } from '../template/run-protocol.ts';

const login = 'Cloud.Core.Login';

function event(values: PastEvent['values'], isWhole = false): PastEvent {
  return { id: '1', type: login, at: 1, riskLevel: null, isWhole, values };
}

const chunk: EventChunk = {
  columns: ['user_name', 'reason'],
  knownColumns: ['user_name', 'reason'],
  events: [event(['zoe', 'late'])],
  fills: fillsOf([], [login]),
};
const request: Omit<RunRequest, 'source'> = {
  kind: 'run',
  contentType: 'application/json',
  set: 1,
  index: 0,
  from: 0,
  causes: 10,
};

function run(source: string, changes: Partial<EventChunk> = {}, causes = 10) {
  const result = handleRun({ ...request, source, causes, chunk: { ...chunk, ...changes } }, () => 0);
  return { ...result, results: unpackResults(result) };
}

describe('past events', () => {
  it('are rendered as the tenant would have sent them, with the size in bytes', () => {
    expect(run('{\n  "who": "${event.user_name} Zoë"\n}').results).toEqual([
      { state: 'sent', size: 23, text: '{\n  "who": "zoe Zoë"\n}' },
    ]);
  });

  it('get missing columns from a sample, unless they are complete', () => {
    expect(run('"${event.city}"').results).toMatchObject([{ state: 'sent', text: '"Oslo"' }]);
    expect(run('"${event.city}"', { events: [event(['zoe', 'late'], true)] }).results).toMatchObject([
      { state: 'broken', size: 0, line: 1, text: expect.stringContaining('null or missing') },
    ]);
    expect(run('"${intel_risk_level}"').results).toMatchObject([{ state: 'broken' }]);
  });

  it('name the value that breaks them, found by testing', () => {
    const source = '{"who": "${event.user_name}", "why": "${event.reason}"}';
    const causeOf = (values: PastEvent['values']) => {
      const [result] = run(source, { events: [event(values)] }).results;
      return result?.state === 'broken' ? result.cause : undefined;
    };
    expect(causeOf(['CORP\\svc', 'late'])).toEqual({
      column: 'user_name',
      value: 'CORP\\svc',
      what: 'backslash',
    });
    expect(causeOf(['zoe', 'the "blocked" list'])).toMatchObject({ column: 'reason', what: 'quote' });
    expect(causeOf(['zoe', 'a\nb'])).toMatchObject({ column: 'reason', what: 'line break' });
    expect(causeOf(['zoe', null])).toEqual({ column: 'reason', value: undefined, what: 'missing column' });
    // Two values are to blame: neither of them alone.
    expect(causeOf(['"', '"'])).toBeUndefined();
    expect(run(source, { events: [event(['zoe', null])] }, 0).results[0]).not.toHaveProperty('cause');
  });

  it('break nothing else, with any content', () => {
    const columns = ['__proto__', 'constructor', 'reason'];
    const { results } = run('"${event["__proto__"]}${event.reason?length}"', {
      columns,
      knownColumns: columns,
      events: [event(['p', 'c', 'x'.repeat(20_000)]), event([null, null, null])],
    });
    expect(results).toMatchObject([{ state: 'sent', text: '"p20,000"' }, { state: 'broken' }]);
    expect(({} as { reason?: string }).reason).toBeUndefined();
  });

  it("time out one by one with an endless template, and are skipped with one that doesn't parse", () => {
    expect(run('<#list 1.. as i>${i}</#list>').results).toMatchObject([{ state: 'broken' }]);
    expect(run('{\n${')).toMatchObject({ results: [], untriable: { line: 2 } });
  });

  it('are rendered until time runs out', () => {
    let clock = 0;
    const events = Array.from({ length: 50 }, () => event(['zoe', 'late']));
    const result = handleRun(
      { ...request, source: 'a', contentType: 'text/plain', chunk: { ...chunk, events } },
      () => (clock += 15),
    );
    expect(result.sizes.length).toBeGreaterThan(1);
    expect(result.sizes.length).toBeLessThan(8);
    expect(handleRun({ ...request, source: 'b', from: 48 }, () => 0).sizes).toHaveLength(2);
  });

  it("are requested if the worker doesn't have them, for example after a restart", () => {
    run('a');
    expect(handleRun({ ...request, source: 'b' }, () => 0)).not.toHaveProperty('isUnknown');
    expect(handleRun({ ...request, source: 'b', set: 2 }, () => 0)).toMatchObject({ isUnknown: true });
  });
});
