import { describe, expect, it } from 'vitest';
import { handleComplete, handleDiagnose, handlePreview } from './handle-template-request.ts';
import { sampleEvents, typeOf } from './sample-events.ts';
import { newWebhook } from '../rule/webhook-state.ts';

function preview(source: string, sample = sampleEvents[0], contentType = 'application/json') {
  let clock = 0;
  return handlePreview({ source, sample, contentType }, () => (clock += 2));
}

describe('the preview of a template', () => {
  it("equals the tenant's output", () => {
    expect(preview('{"who": "${event.user_name?cap_first?json_string}"}')).toMatchObject({
      output: '{"who": "Zoe.o\'brien@acme.example"}',
      error: undefined,
      isValidJson: true,
      durationMs: 2,
    });
  });

  it('shows where a template fails', () => {
    const result = preview('{\n  "a": ${event.nothing}\n}');
    expect(result.output).toBeUndefined();
    expect(result.error).toMatchObject({ line: 2, column: 10 });
    expect(result.isValidJson).toBeUndefined();
  });

  it('finds values that break the JSON, and suggests a fix at the position', () => {
    const source = '{"why": "${event.reason}"}';
    const variables = [{ path: 'event.user_name', type: 'STRING' }];
    const { diagnostics } = handleDiagnose({
      ...{ kind: 'diagnose', source, sample: sampleEvents[0], contentType: 'application/json', variables },
    });
    const problem = diagnostics.find(({ fix }) => fix?.insert.includes('json_string'));
    expect(problem).toBeDefined();
    const { fix } = problem ?? {};
    const repaired = source.slice(0, fix?.from) + fix?.insert + source.slice(fix?.to);
    for (const sample of sampleEvents) expect(preview(repaired, sample).isValidJson).toBe(true);
  });

  it('validates JSON only if the content type is JSON', () => {
    expect(preview('plain', sampleEvents[0], 'text/plain').isValidJson).toBeUndefined();
    expect(preview('plain').isValidJson).toBe(false);
  });

  it('stops an endless template', () => {
    const result = preview('<#list 1.. as i>${i}</#list>');
    expect(result.output).toBeUndefined();
    expect(result.error?.message).toBeTruthy();
  });

  it('renders the initial template for every sample of its event type', () => {
    for (const sample of sampleEvents.filter((one) => typeOf(one) === newWebhook.eventType)) {
      expect(preview(newWebhook.requestBody, sample)).toMatchObject({ error: undefined, isValidJson: true });
    }
  });
});

describe('variables without a node', () => {
  const variables = [
    { path: 'event.user_name', type: 'STRING' },
    { path: 'event_time', type: 'LONG' },
    { path: '', type: 'STRING' },
    { path: 'event.', type: 'STRING' },
  ];

  it('suggest no empty name', () => {
    const { diagnostics } = handleDiagnose({
      kind: 'diagnose',
      source: '{"a":"${e?json_string}","b":${event_time?c}}',
      sample: { id: 'one', name: 'One', columns: { event_time: 1, user_name: 'zoe' } },
      contentType: 'application/json',
      variables,
    });
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const { message, fix } of diagnostics) {
      expect(message).not.toMatch(/Did you mean \?/);
      expect(fix?.insert).not.toBe('');
    }
  });

  it('are offered by name, and none without one', () => {
    const source = '${e';
    const { result } = handleComplete({ kind: 'complete', source, offset: source.length, variables });
    const labels = result?.options.map(({ label }) => label);
    expect(labels).toContain('event_time');
    expect(labels).not.toContain('');
  });
});

describe('completion in a template', () => {
  const variables = [
    { path: 'event.user_name', type: 'STRING' },
    { path: 'event.event_time', type: 'LONG' },
  ];
  const offered = (source: string) => {
    const { result } = handleComplete({ kind: 'complete', source, offset: source.length, variables });
    return result?.options.map(({ label }) => label) ?? [];
  };

  it("offers the tenant's columns after event.", () => {
    expect(offered('${event.')).toEqual(expect.arrayContaining(['user_name', 'event_time']));
  });

  it('offers built-ins that match the value', () => {
    expect(offered('${event.user_name?')).toContain('json_string');
    expect(offered('${event.event_time?')).toContain('c');
  });

  it('offers nothing in plain text', () => {
    expect(offered('{ "a": "plain')).toEqual([]);
  });
});
