import { expect, it } from 'vitest';
import { newWebhook } from '../rule/webhook-state.ts';
import { sampleWith } from '../template/sample-events.ts';
import { handleFixRequest, handleEdgeCaseRequest } from './handle-edge-case-request.ts';

const variables = [
  { path: 'event.reason', type: 'STRING' },
  { path: 'event.badge_number', type: 'LONG' },
];
const request = (source: string) => ({
  source,
  sample: sampleWith(variables),
  contentType: 'application/json',
  variables,
});
const now = () => performance.now();

it('tests a template with everything the tenant offers: custom columns and the functions of the service', () => {
  const source = `{"at": "\${utils.number_to_datetime_utc(event_time)?json_string}", "badge": \${event.badge_number?c}}`;
  const { run, fixes } = handleEdgeCaseRequest({ ...request(source), kind: 'edge-cases' }, now);
  expect(run).toMatchObject({ columns: ['event_time', 'badge_number'] });
  expect(fixes.map(({ title }) => title)).toContain('Say what to send when badge_number is missing');
});

it('finds nothing that breaks the template of a new webhook', () => {
  const { run } = handleEdgeCaseRequest({ ...request(newWebhook.requestBody), kind: 'edge-cases' }, now);
  const worst =
    'tried' in run ? run.tried.map(({ edgeCase, worst: found }) => `${edgeCase.name}: ${found}`) : [];
  expect(worst).toHaveLength(12);
  expect(worst.filter((line) => !line.endsWith(': fine'))).toEqual([]);
});

it('returns the template with all fixes applied, or none if nothing helps', () => {
  const fixed = handleFixRequest({ ...request('{"why": "${event.reason}"}'), kind: 'fix' }, now);
  expect(fixed.source).toBe(`{"why": "\${(event.reason!'n/a')?json_string}"}`);
  expect(handleFixRequest({ ...request(fixed.source ?? ''), kind: 'fix' }, now).source).toBeUndefined();
});
