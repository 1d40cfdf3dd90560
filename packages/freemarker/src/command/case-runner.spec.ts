import { describe, expect, it } from 'vitest';
import { runCase } from './case-runner.ts';

describe('a line of the command', () => {
  it('becomes an output with the name of its case', () => {
    const line = '{"name":"x","template":"${d?iso_utc}","model":{"d":{"$type":"datetime","value":0}}}';
    expect(runCase(line)).toEqual({ name: 'x', output: '1970-01-01T00:00:00Z' });
  });

  it('keeps numbers of the model exact', () => {
    expect(runCase('{"template":"${n?c}","model":{"n":12345678901234567890.5}}')).toEqual({
      output: '12345678901234567890.5',
    });
  });

  it('applies settings, other templates, and the template name', () => {
    const line =
      '{"template":"${.main_template_name} ${1.5} <#include \'b.ftl\'>","templateName":"a/m.ftl",' +
      '"templates":{"a/b.ftl":"B"},"config":{"locale":"de_DE"}}';
    expect(runCase(line)).toEqual({ output: 'a/m.ftl 1,5 B' });
  });

  it.each([
    '',
    'no json',
    '[]',
    '{"name":"x"}',
    '{"template":1}',
    '{"template":"x","config":{"tag_syntax":"?"}}',
  ])('reports %s as an error, without a crash', (line) => {
    expect(runCase(line)).toMatchObject({ error: { phase: 'other', line: 0 } });
  });
});
