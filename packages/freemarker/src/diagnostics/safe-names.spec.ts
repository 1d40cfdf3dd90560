import { describe, expect, it } from 'vitest';
import { diagnose } from './index.ts';

const model = {
  user_name: 'zoe',
  tags: ['a', 'b'],
  level: 'High',
  columns: { a: 'b' },
  event: { user_name: 'zoe' },
};

/** The codes of the findings in a template that prints JSON, except for hints. */
const codesOf = (template: string): readonly string[] =>
  diagnose(template, { model, contentType: 'application/json' })
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code);

describe('a text that needs no escaping any more', () => {
  it.each([
    '<#assign q = user_name?json_string>{"l":[<#list tags?map(t -> t?json_string) as t>"${t}${q}"<#sep>,</#list>]}',
    '<#macro kv k v last=false>"${k}":"${v}"<#if !last>,</#if></#macro>{<@kv "a" user_name?json_string/><@kv k="b" v="c" last=true/>}',
    '<#escape x as x?json_string>{<#list columns as k, v>"${k}":"${v}"<#sep>,</#list>}</#escape>',
    '<#function esc s><#if s?has_content><#return s?json_string></#if><#return ""></#function>{"a":"${esc(user_name)}"}',
    '<#assign colors=["red","green"]>{"a":"${colors[0]}","b":"${colors?first}"}',
    '<#assign s = ""><#list tags as t><#assign s = s + t?json_string + ", "></#list>{"a":"${s}"}',
    '<#assign text><@compress>${user_name?json_string}</@compress></#assign>{"a":"${text}"}',
    '{"a":"${user_name?replace("[^A-Za-z0-9_-]+", "-", "r")?lower_case}"}',
    '{"v":"${.version}","l":"${.locale}"}',
    '${"{"}"a":1${"}"}',
    '{"a":[<#list tags as t>{"i":"${t?index}","c":"${t_index + 1}"}<#if t?has_next>,</#if></#list>]}',
  ])('is known by where its value comes from: %s', (template) => {
    expect(codesOf(template)).toEqual([]);
  });

  it.each([
    '<#assign q = user_name?json_string><#assign q = user_name>{"a":"${q}"}',
    '<#assign user_name = user_name?trim>{"a":"${user_name}"}',
    '<#macro kv v>{"a":"${v}"}</#macro><@kv "b"/><@kv user_name/>',
    '<#function esc s><#if s == "x"><#return s></#if><#return s?json_string></#function>{"a":"${esc(user_name)}"}',
    '<#assign t>${user_name}</#assign>{"a":"${t}"}',
    '<#macro m>${user_name}</#macro><#assign t><@m/></#assign>{"a":"${t}"}',
    '{"a":"${tags?join(", ")}"}',
    '{"a":"${user_name?replace("[^ -z]+", "-", "r")}"}',
    '{"a":"${user_name?replace("[^A-Z]+", "-", "rf")}"}',
    '<#escape x as x?html>{"a":"${user_name}"}</#escape>',
  ])('is not taken for one where any of its values is not: %s', (template) => {
    expect(codesOf(template)).toContain('string-without-json-string');
  });
});

describe('a value that may be missing', () => {
  it.each([
    '{"a":<#if event.x?? && event.x.y??>"${event.x.y?json_string}"<#else>null</#if>}',
    '{"a":<#if !department??>null<#else>"${department?json_string}"</#if>}',
    '{"a":"${department???then(department, "-")?json_string}"}',
    '{"a":${(department?? && department == "x")?c}}',
    '<#attempt>{"a":"${department?json_string}"}<#recover>{}</#attempt>',
  ])('is not reported if a condition covers it: %s', (template) => {
    expect(codesOf(template)).toEqual([]);
  });

  it.each([
    '{"a":<#if department??>1<#else>"${department?json_string}"</#if>}',
    '{"a":<#if department?? || level??>"${department?json_string}"</#if>}',
    '{"a":"${event.department.name!"-"}"}',
  ])('is reported outside of the condition: %s', (template) => {
    expect(codesOf(template)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^unknown-(?:variable|column)$/)]),
    );
  });
});
