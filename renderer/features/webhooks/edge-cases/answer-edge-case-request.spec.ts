import { expect, it } from 'vitest';
import { sampleWith } from '../template/sample-events.ts';
import { answerFixRequest, answerEdgeCaseRequest } from './answer-edge-case-request.ts';

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

it('tries a template with all that the tenant offers it: its own columns, and the functions of the service', () => {
  const source = `{"at": "\${utils.number_to_datetime_utc(event_time)?json_string}", "badge": \${event.badge_number?c}}`;
  const { run, mends } = answerEdgeCaseRequest({ ...request(source), kind: 'probe' }, now);
  expect(run).toMatchObject({ columns: ['event_time', 'badge_number'] });
  expect(mends.map(({ title }) => title)).toContain('Say what to send when badge_number is missing');
});

it('answers with the template as it would be with all that helps, and with none where nothing does', () => {
  const mended = answerFixRequest({ ...request('{"why": "${event.reason}"}'), kind: 'mend' }, now);
  expect(mended.source).toBe(`{"why": "\${(event.reason!'n/a')?json_string}"}`);
  expect(answerFixRequest({ ...request(mended.source ?? ''), kind: 'mend' }, now).source).toBeUndefined();
});
