import { describe, expect, it } from 'vitest';
import { receivers } from '../receivers/index.ts';
import { sampleEvents } from '../template/sample-events.ts';
import { handleFormat } from './handle-format-request.ts';

const format = (source: string, contentType = 'application/json') =>
  handleFormat({ kind: 'format', source, cursor: 0, sample: sampleEvents[0], contentType }).result;

describe('formatting a template', () => {
  it('indents and wraps it', () => {
    expect(format('{"a":"${event.user_name?json_string}",\n"b":1}')).toEqual({
      formatted: '{\n  "a": "${event.user_name?json_string}",\n  "b": 1\n}',
      cursor: 0,
    });
  });

  it('rejects other content types and errors, with their position', () => {
    expect(format('a: 1', 'text/plain')).toMatchObject({ rejection: expect.stringContaining('text/plain') });
    expect(format('{"a": "${event.user_name}}')).toMatchObject({
      rejection: expect.stringContaining('never closed'),
      offset: 6,
    });
  });

  it('leaves a template unchanged if values contain quotes', () => {
    const source = `<#assign q = '"'>{"a":\${q}b,c\${q}}`;
    expect(format(source)).toMatchObject({ rejection: expect.stringContaining('change the output') });
  });

  it.each(
    receivers.filter(({ contentType }) => /json/.test(contentType)).map((one) => [one.name, one] as const),
  )('formats the template for %s', (_name, { requestBody, contentType }) => {
    const result = format(requestBody, contentType);
    expect(result).toHaveProperty('formatted');
    if ('formatted' in result) expect(format(result.formatted)).toHaveProperty('formatted', result.formatted);
  });
});
