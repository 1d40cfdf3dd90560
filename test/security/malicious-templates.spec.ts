import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Value } from '@tenant-desk/freemarker';
import type { RenderResult, RenderRequest } from './render-in-worker.ts';

/** Every malicious template must be stopped within this time, in milliseconds of its worker's processor time. */
const DEADLINE = 1500;
/** In milliseconds; of a template that nothing stops. */
const PATIENCE = 45_000;

/** Shared, so that side effects of one template would affect the next; a template that is not stopped terminates it. */
let worker: Worker;
const startWorker = (): Worker => new Worker(new URL('./render-in-worker.ts', import.meta.url));
beforeAll(() => {
  worker = startWorker();
});
afterAll(() => worker.terminate());

async function renderInWorker(source: string, model: Value = {}): Promise<RenderResult> {
  const request: RenderRequest = { source, model };
  worker.postMessage(request);
  const giveUp = AbortSignal.timeout(PATIENCE);
  try {
    const [response] = (await once(worker, 'message', { signal: giveUp })) as [RenderResult];
    return response;
  } catch (error) {
    await worker.terminate();
    worker = startWorker();
    throw error;
  }
}

const repeated = (text: string, times: number): string => text.repeat(times);

describe('a malicious template', () => {
  it.each<readonly [what: string, code: string, source: string]>([
    ['a macro that calls itself', 'limit-depth', '<#macro m><@m/></#macro><@m/>'],
    ['a function that calls itself', 'limit-depth', '<#function f x><#return f(x + 1)></#function>${f(1)}'],
    [
      'two macros that call each other',
      'limit-depth',
      '<#macro a><@b/></#macro><#macro b><@a/></#macro><@a/>',
    ],
    ['a template that includes itself', 'limit-depth', '<#include "main.ftl">'],
    ['text that interprets itself', 'limit-depth', '<#assign t = r"<@t?interpret/>"><@t?interpret/>'],
    ['an expression that evaluates itself', 'limit-depth', '<#assign t = "t?eval">${t?eval}'],
    ['a string that doubles', 'limit-string', '<#assign s = "x"><#list 1..100 as i><#assign s += s></#list>'],
    ['a string that is padded', 'limit-string', '${""?left_pad(2000000000)}'],
    [
      'a string that is replaced into growth',
      'limit-string',
      '<#assign s = "aa"><#list 1..60 as i><#assign s = s?replace("a", "aa")></#list>',
    ],
    [
      'captured output that doubles',
      'limit-string',
      '<#assign s>xxxxxxxxxx</#assign><#list 1..60 as i><#assign s>${s}${s}</#assign></#list>',
    ],
    [
      'output without end',
      'limit-output',
      '<#assign s = ""?left_pad(1000000)><#list 1..1000000 as i>${s}</#list>',
    ],
    [
      'a number that grows',
      'limit-digits',
      '<#assign n = 10><#list 1..1000 as i><#assign n = n * n></#list>',
    ],
    [
      'a regular expression of 30,000 characters',
      'limit-regex',
      '<#assign s = ""?left_pad(300000, "a")><#assign p = ""?left_pad(30000, "[ab]") + "c">${s?replace(p, "", "r")}',
    ],
    [
      'a regular expression of 30,000 characters with a loop before them',
      'limit-regex',
      '<#assign s = ""?left_pad(4000, "a")><#assign p = "[ab]*" + ""?left_pad(30000, "[ab]") + "c">${s?replace(p, "", "r")}',
    ],
    [
      'a regular expression of a million characters',
      'limit-regex',
      '<#assign p = ""?left_pad(1000000, "[ab]")>${"a"?replace(p, "", "r")}',
    ],
    ['an endless list', 'limit-steps', '<#list 1.. as i></#list>'],
    ['10^9 rounds of a loop', 'limit-steps', '<#list 1..1000000000 as i></#list>'],
    [
      '10^9 rounds of nested loops',
      'limit-steps',
      '<#list 1..1000 as a><#list 1..1000 as b><#list 1..1000 as c></#list></#list></#list>',
    ],
    [
      'a sequence that is mapped without end',
      'limit-steps',
      '${(1..)?map(x -> x)?filter(x -> false)?first!}',
    ],
    [
      'a regular expression that backtracks',
      'limit-regex',
      '${(""?left_pad(60, "a") + "!")?matches("(a+)+$")?c}',
    ],
    [
      'many short texts, each of which native code takes its time for',
      'limit-time',
      '<#assign s = ""?left_pad(60, "a")><#list 1.. as i>${s?replace(r"\\w*\\w*\\w*!", "", "r")?length}</#list>',
    ],
    [
      'many texts that native code goes through from every start',
      'limit-time',
      '<#assign s = ""?left_pad(2500, "a")><#list 1.. as i>${s?replace("a+b", "", "r")?length}</#list>',
    ],
    [
      'a regular expression on a long text',
      'limit-regex',
      '${""?left_pad(100000, "a")?replace("(a*)*b", "", "r")}',
    ],
    [
      'long strings changed again and again',
      'limit-time',
      '<#assign s = ""?left_pad(9000000)><#list 1..2000 as i><#assign t = s?upper_case?trim></#list>',
    ],
    [
      'long strings split and joined',
      'limit-time',
      '<#assign s = ""?left_pad(5000000, "a,")><#list 1..2000 as i><#assign t = s?split(",")?join(";")></#list>',
    ],
    [
      'long sequences sorted again and again',
      'limit-steps',
      '<#assign xs = 1..200000><#list 1..2000 as i><#assign ys = xs?reverse?sort></#list>',
    ],
    [
      'long texts put together in braces',
      'limit-string',
      '<#assign s = ""?left_pad(6000000)><#assign t = "${s}${s}">',
    ],
    [
      'a power of two in digits',
      'limit-digits',
      '<#assign n = 2><#list 1..100 as i><#assign n = n * n></#list>',
    ],
    ['parentheses without end', 'limit-nesting', `\${${repeated('(', 100_000)}1${repeated(')', 100_000)}}`],
    ['lists in lists without end', 'limit-nesting', `\${${repeated('[', 100_000)}`],
    ['signs without end', 'limit-nesting', `\${${repeated('-(', 100_000)}1`],
    ['directives in directives', 'limit-nesting', repeated('<#if true>', 50_000)],
    ['a template of excessive size', 'limit-size', repeated('x', 1_000_001)],
    [
      'choices among 10,000 cases',
      'limit-steps',
      `<#list 1..1000 as i><#switch 0>${repeated('<#case 1>', 10_000)}</#switch></#list>`,
    ],
    [
      'long strings sorted',
      'limit-time',
      '<#assign a = ""?left_pad(4000000, "ab")><#list 1..500 as i><#assign s = [a + "1", a + "2", a + "0"]?sort></#list>',
    ],
    [
      'blanks compressed in themselves',
      'limit-time',
      '<#macro c n><#if n gt 0><#compress><@c n - 1/></#compress><#else>${""?left_pad(9000000, "a  b\n")}</#if></#macro><@c 190/>',
    ],
    ['a chunk that is filled up', 'limit-size', '${[1]?chunk(2000000000, "x")?size}'],
    ['a string that becomes a URL', 'limit-string', '${""?left_pad(9000000, "ä")?url?length}'],
    ['a string that becomes HTML', 'limit-string', '${""?left_pad(9000000, "&")?html?length}'],
    [
      'a date format of 5,000,000 characters',
      'limit-size',
      '${.now?string(""?left_pad(5000000, "yyyy-MM-dd "))}',
    ],
    ['millions of words', 'limit-size', '${""?left_pad(9000000, "a ")?word_list?size}'],
    [
      'JSON of millions of values',
      'limit-size',
      '${("[" + ""?left_pad(6000000, "1,") + "1]")?eval_json?size}',
    ],
    [
      'long templates read again and again',
      'limit-time',
      '<#assign t = ""?left_pad(900000, "text ")><#list 1..10000 as i><#assign d = t?interpret></#list>',
    ],
    [
      'a long expression',
      'limit-time',
      '<#assign e = ""?left_pad(9000000, "[1],")><#assign x = ("[" + e + "1]")?eval>',
    ],
    ['JSON that nests', 'invalid-argument', '${""?left_pad(100000, "[")?eval_json}'],
    ['evaluated text that nests', 'limit-nesting', '${""?left_pad(100000, "(")?eval}'],
  ])('%s ends with %s', async (_what, code, source) => {
    const { code: found, took } = await renderInWorker(source);
    // How fast the machine is decides whether the clock or the count of steps comes first.
    const accepted = code === 'limit-time' ? [code, 'limit-steps'] : [code, 'limit-time'];
    expect(accepted).toContain(found);
    expect(took).toBeLessThan(DEADLINE);
  });

  it.each([
    ['looks for a long text in a short one', '<#assign t = "a"?replace(s, "", "i")>'],
    ['keeps a search and calls it', '<#assign t = find("b")>'],
  ])('is stopped in time if a loop %s', async (_what, body) => {
    const texts = '<#assign s = ""?left_pad(9000000, "aA")><#assign find = s?contains>';
    const { code, took } = await renderInWorker(`${texts}<#list 1..100000 as i>${body}</#list>`);
    expect(['limit-time', 'limit-steps']).toContain(code);
    expect(took).toBeLessThan(DEADLINE);
  });

  it.each([
    ['directives on one line', repeated('${1} <#if true> </#if> ', 13_000)],
    ['trimming directives on one line', repeated(' <#t>', 60_000)],
    ['trimming directives before lines', repeated('<#rt>', 50_000) + repeated('x\n', 250_000)],
    ['cases', `<#switch 1>${repeated('<#case 2>', 100_000)}</#switch>`],
  ])('of only %s is parsed in time', async (_what, source) => {
    const { code, took } = await renderInWorker(source);
    expect(code).toMatch(/^output|^limit-time$/);
    expect(took).toBeLessThan(DEADLINE);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
    'cannot access anything through %s',
    async (key) => {
      const source = `\${m.${key}!"-"}\${m["${key}"]!"-"}\${${key}!"-"}`;
      expect((await renderInWorker(source, { m: { a: 1 } })).code).toBe('output of 3');
    },
  );
});
