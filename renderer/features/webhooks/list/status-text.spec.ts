import { expect, it } from 'vitest';
import { statusHint } from './status-text.ts';

const at = (time: number) => `at ${time}`;

it('shows who changed a webhook, its last test and its deliveries', () => {
  const test = { webhookId: 'w', testedAt: 2, succeeded: false, httpStatus: 503 };
  const deliveries = {
    webhookId: 'w',
    ...{ delivered: 3, dead: 1, pending: 0 },
    last: { at: 3, state: 'dead' as const, httpStatus: 500, error: null },
  };
  expect(statusHint({ updatedAt: 1, updatedBy: 'admin@acme.example' }, { test, deliveries }, at)).toBe(
    [
      'Changed at 1 by admin@acme.example',
      'Tested at 2: failed with 503',
      'Last delivery at 3: failed (500)',
      'Last 24 hours: 25 % failed of 4',
    ].join('\n'),
  );
});

it('omits unknown values', () => {
  const nothing = { test: undefined, deliveries: undefined };
  expect(statusHint({ updatedAt: null, updatedBy: '' }, nothing, at)).toBe('Not tested');
  expect(statusHint({ updatedAt: 1, updatedBy: '' }, nothing, at)).toBe('Changed at 1\nNot tested');
});
