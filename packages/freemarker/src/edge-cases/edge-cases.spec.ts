import { describe, expect, it } from 'vitest';
import { render, utilsVariable } from '../index.ts';
import { applyEdits, findSuggestedFixes, applyAllFixes, edgeCases, tryEdgeCases } from './index.ts';
import type { EdgeCaseRun, EdgeCaseSubject } from './index.ts';

const columns = {
  user_name: 'zoe',
  reason: 'New country',
  app_type: 'SAML',
  event_time: 1_795_167_727_000,
  is_new_device: true,
};

function subject(source: string, isJson = true): EdgeCaseSubject {
  const modelOf: EdgeCaseSubject['modelOf'] = (event) => ({
    ...event,
    event,
    system: { domain: 'acme.example' },
    utils: utilsVariable(),
  });
  return { source, columns, isJson, modelOf };
}

function runOf(source: string, isJson = true): EdgeCaseRun {
  const run = tryEdgeCases(subject(source, isJson));
  if (!('tried' in run)) throw new Error(run.message);
  return run;
}

const verdicts = (run: EdgeCaseRun, id: string) =>
  Object.fromEntries(
    run.tried
      .find(({ edgeCase }) => edgeCase.id === id)
      ?.cells.map(({ column, verdict }) => [column, verdict]) ?? [],
  );
const options = {
  variables: [
    {
      name: 'event',
      columns: Object.entries(columns).map(([name, value]) => ({
        name,
        type: typeof value === 'number' ? 'LONG' : 'STRING',
      })),
    },
  ],
  contentType: 'application/json',
  budget: 5_000,
  now: () => performance.now(),
};
const allFine = (run: EdgeCaseRun) => run.tried.every(({ worst }) => worst === 'fine' || worst === 'untried');

describe('edge cases', () => {
  it('are tried in the columns that the template reads, wherever it reads them, and in no other', () => {
    const source = `<#assign who = event.user_name!'x'><#if event['app_type']! == 'SAML'>"\${who?json_string}"<#else>"\${(reason!'')?json_string}"</#if>`;
    const { columns: tried, renderings } = runOf(source);
    expect(tried).toEqual(['user_name', 'app_type', 'reason']);
    const ofText = edgeCases.filter(({ occursIn }) => occursIn !== 'number').length;
    expect(renderings).toBe(3 * ofText);
  });

  it('break JSON at a reported position, which leads to the part of the template that printed it', () => {
    const source = '{\n  "who": "${event.user_name?json_string}",\n  "why": "${event.reason}"\n}';
    const run = runOf(source);
    expect(verdicts(run, 'quote')).toEqual({ user_name: 'fine', reason: 'broken' });
    const [worst] = run.tried;
    expect(worst?.worst).toBe('error');
    const quote = run.tried.find(({ edgeCase }) => edgeCase.id === 'quote')?.cells[1]?.breakage;
    expect(quote?.output).toMatchObject({ line: 3, column: 16 });
    expect(source.slice(quote?.origin?.start, quote?.origin?.end)).toBe('${event.reason}');
  });

  it('that stop a template say which column was missing, and where', () => {
    const source = '{"when": ${event.event_time?c}}';
    const missing = runOf(source).tried.find(({ edgeCase }) => edgeCase.id === 'missing')?.cells[0];
    expect(missing?.verdict).toBe('error');
    expect(missing?.breakage?.message).toContain('event.event_time');
    expect(source.slice(missing?.breakage?.origin?.start, missing?.breakage?.origin?.end)).toContain(
      'event_time',
    );
  });

  it('distinguish a number with digit grouping from a machine-readable one', () => {
    expect(verdicts(runOf('{"t": "${event.event_time!0}"}'), 'huge-number')).toEqual({
      event_time: 'differs',
    });
    expect(verdicts(runOf('{"t": "${(event.event_time!0)?c}"}'), 'huge-number')).toEqual({
      event_time: 'fine',
    });
    expect(verdicts(runOf('{"t": ${event.event_time!0}}'), 'huge-number')).toEqual({ event_time: 'broken' });
  });

  it('are no matter of JSON where none is asked for', () => {
    expect(allFine(runOf("user=${event.user_name!''}", false))).toBe(true);
    expect(runOf('user=${event.user_name}', false).tried[0]?.worst).toBe('error');
  });

  it('are not tried with a template that does not work at all, and why is said', () => {
    expect(tryEdgeCases(subject('{"a": ${'))).toMatchObject({ line: 1 });
    expect(tryEdgeCases(subject('\n{"a": ${nobody}}'))).toMatchObject({ line: 2 });
  });

  it('report no origin rather than a wrong one if the template inspects its own output', () => {
    const source = `<#assign all>x\${event.reason}</#assign>{"n": \${all?length}, "why": "\${all}"}`;
    const cell = runOf(source).tried.find(({ edgeCase }) => edgeCase.id === 'quote')?.cells[0];
    expect(cell?.verdict).toBe('broken');
    expect(cell?.breakage?.origin).toBeUndefined();
  });
});

describe('suggested fixes of a template', () => {
  it('are tried before they are offered: each lists the edge cases that it fixes', () => {
    const source = '{"who": "${event.user_name}", "why": "${event.reason?json_string}"}';
    const fixes = findSuggestedFixes(subject(source), runOf(source), options);
    expect(fixes.map(({ title }) => title)).toEqual([
      'Add ?json_string',
      'Say what to send when user_name is missing',
      'Say what to send when reason is missing',
    ]);
    expect(fixes[0]?.edgeCaseIds).toEqual(
      expect.arrayContaining(['quote', 'line-break', 'backslash', 'control']),
    );
    expect(fixes[1]?.edgeCaseIds).toEqual(['missing', 'null']);
  });

  it.each([
    '{"who": "${event.user_name}"}',
    '{"who": "${event.user_name?upper_case}", "when": ${event.event_time}, "again": "${event.user_name}"}',
    `<#assign who = event.user_name>{"who": "\${who}"<#if event.app_type == 'SAML'>, "saml": true</#if>}`,
    '<#macro field name value>"${name}": "${value}"</#macro>{<@field "why" event.reason/>}',
    '{"new": ${event.is_new_device?c}, "why": "${event.reason?cap_first} ${event.reason}"}',
  ])('fix all of %s, and change only what was broken', (source) => {
    const whole = applyAllFixes(subject(source), options) ?? '';
    expect(allFine(runOf(whole))).toBe(true);
    const { modelOf } = subject(source);
    const [before, after] = [source, whole].map((text) => render(text, modelOf(columns)));
    expect(after).toBe(before?.replaceAll('1,795,167,727,000', '1795167727000'));
  });

  it.each([
    '{"app": ${event.app_type}}',
    '{"list": [${event.reason}]}',
    '{"a": 1<#if event.app_type??>, "app": ${event.app_type}</#if>}',
  ])('sends nothing broken in the place of nothing at all: %s', (source) => {
    const before = runOf(source);
    for (const fix of findSuggestedFixes(subject(source), before, options)) {
      const after = runOf(applyEdits(source, fix.edits));
      for (const id of fix.edgeCaseIds) {
        const harm = Object.values(verdicts(after, id)).filter((verdict) => verdict === 'broken').length;
        const was = Object.values(verdicts(before, id)).filter((verdict) => verdict === 'broken').length;
        expect(harm, `${fix.title}: ${id}`).toBeLessThanOrEqual(was);
      }
    }
    const whole = applyAllFixes(subject(source), options) ?? '';
    expect(allFine(runOf(whole))).toBe(true);
  });

  it('leaves a template alone that nothing breaks', () => {
    const source = `{"who": "\${(event.user_name!'')?json_string}"}`;
    expect(applyAllFixes(subject(source), options)).toBeUndefined();
    expect(findSuggestedFixes(subject(source), runOf(source), options)).toEqual([]);
  });
});
