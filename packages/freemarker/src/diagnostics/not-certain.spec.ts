import { describe, expect, it } from 'vitest';
import { diagnose } from './index.ts';

const found = (template: string): readonly string[] =>
  diagnose(template, { model: { user_name: 'zoe' }, contentType: 'application/json' })
    .filter(({ code }) => code !== 'runtime')
    .map(({ code, start, end }) => `${code}: ${template.slice(start, end)}`);

describe('what another template may define', () => {
  it.each([
    '<#include "lib.ftl">{"a":"${esc(user_name)}","b":"${greeting}"}',
    '<#import "lib.ftl" as lib>{"a":"${lib.esc(user_name)}","b":"${lib.greeting}"}',
    '<#import "lib.ftl" as lib>{"a":"${lib.esc(user_name)?trim}"}',
    '<#assign made = "<#assign greeting = 1>"?interpret><@made/>{"a":${greeting}}',
  ])('is neither unknown nor unescaped: %s', (template) => {
    expect(found(template)).toEqual([]);
  });

  it('is no excuse for what this template has', () => {
    expect(found('<#include "lib.ftl">{"a":"${user_name}"}')).toEqual([
      'string-without-json-string: user_name',
    ]);
    expect(found('{"a":"${esc(user_name)?json_string}"}')).toEqual(['unknown-variable: esc']);
  });
});

describe('what a macro prints', () => {
  it.each([
    '<#macro v x>${x?upper_case}</#macro>{"a":"<@v x=user_name?json_string/>"}',
    '<#macro v x>${x?json_string}</#macro>{"a":"b <@v x=user_name/>"}',
    '<#macro q>"<#nested>"</#macro>{"a":<@q>${user_name?json_string}</@q>}',
  ])('is no value without quotes where it is called within them: %s', (template) => {
    expect(found(template)).toEqual([]);
  });

  it('is one where it is called as a value', () => {
    expect(found('<#macro v x>${x?upper_case}</#macro>{"a":<@v x=user_name/>}')).toEqual([
      'value-without-quotes: x?upper_case',
    ]);
  });
});

describe('what is written in the template', () => {
  it.each([
    '{"a":"${"abc"?right_pad(10)}","b":"${"7"?left_pad(3, "0")}"}',
    '{"a":"${("ab" + 1)?cap_first}","b":${"12"?right_pad(10)}}',
    '<#assign n = "7"?left_pad(3, "0")>{"a":"${n}"}',
    '{"a":"${user_name?json_string?right_pad(20)}"}',
  ])('needs no escaping: %s', (template) => {
    expect(found(template)).toEqual([]);
  });

  it('needs it where its quotes break the JSON, and where data come in', () => {
    expect(found('{"a":"${"say \\"x\\""?right_pad(10)}"}')).toEqual([
      'string-without-json-string: "say \\"x\\""?right_pad(10)',
    ]);
    expect(found('{"a":"${user_name?right_pad(10)}"}')).toEqual([
      'string-without-json-string: user_name?right_pad(10)',
    ]);
    expect(found('{"a":"${"user_name"?eval}"}')).toEqual(['string-without-json-string: "user_name"?eval']);
  });
});
