import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import { isSameState, mergeStates } from '../../changes/kind/compare-states.ts';
import { readHeaderPairs, writeHeaderPairs } from '../secrets/header-text.ts';
import { differenceOf, isExactly, isSwitch, problemsOfWebhook, webhookParts } from './webhook-parts.ts';

const alerts: WebhookState = {
  name: 'Alerts',
  description: '',
  url: 'https://hooks.example/a',
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Team: a\nX-Region: eu',
  requestBody: '{\n  "a": 1\n}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};

describe('headers as pairs', () => {
  const headerName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/);
  const value = fc.stringMatching(/^[!-~]([ -~]{0,12}[!-~])?$/);
  const line = fc.oneof(
    fc.tuple(headerName, value).map(([name, text]) => `${name}: ${text}`),
    // A colon without a name, and no colon at all: some tenants hold such lines.
    value.filter((text) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:/.test(text)),
  );

  it('keep every line in order, including repeated names and malformed lines', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(writeHeaderPairs(readHeaderPairs(lines.join('\n')))).toBe(lines.join('\n'));
      }),
    );
  });

  it('round-trip', () => {
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\n\n'), (lines, end) => {
        const pairs = readHeaderPairs(lines.join(end));
        expect(readHeaderPairs(writeHeaderPairs(pairs))).toEqual(pairs);
        expect(pairs).toHaveLength(lines.length);
      }),
    );
  });

  it('mark a hidden value as a secret', () => {
    const pairs: Pair[] = [
      { name: 'Authorization', value: '••••0123abcd', isSecret: true },
      { name: 'X-Source', value: 'a', isSecret: false },
    ];
    expect(readHeaderPairs('Authorization: ••••0123abcd\nX-Source:a')).toEqual(pairs);
  });

  it('mark everything not known to be harmless as a secret', () => {
    const lines = ['X-JWT: a', ' Accept: a', '{"X-Api-Key": "a"}', 'Accept: a\u2028b'];
    expect(readHeaderPairs(lines.join('\n')).map(({ isSecret }) => isSecret)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('webhook parts', () => {
  it('round-trip without changing anything else', () => {
    for (const part of webhookParts) {
      const unchanged =
        part.type === 'pairs'
          ? part.set(alerts, part.get(alerts))
          : part.type === 'set'
            ? part.set(alerts, part.get(alerts))
            : part.set(alerts, part.get(alerts));
      expect(unchanged).toEqual(alerts);
    }
  });

  it('cover every member of the state once', () => {
    expect(webhookParts.map(({ name }) => name).toSorted()).toEqual(Object.keys(alerts).toSorted());
  });

  it('treat choosing an unreadable value as a change, and leaving it unreadable as none', () => {
    const unreadable = { ...alerts, enabled: null, riskLevel: '' };
    const merge = (mine: WebhookState) =>
      mergeStates(webhookParts, { base: unreadable, theirs: unreadable, mine }).merged;
    expect(merge({ ...unreadable, enabled: false })).toEqual({ ...unreadable, enabled: false });
    expect(merge({ ...unreadable, riskLevel: 'High' })).toEqual({ ...unreadable, riskLevel: 'High' });
    expect(isSameState(webhookParts, unreadable, { ...unreadable, enabled: false })).toBe(false);
    expect(isSameState(webhookParts, unreadable, unreadable)).toBe(true);
  });

  it('distinguish unknown from disabled', () => {
    const state = webhookParts.find(({ name }) => name === 'enabled');
    expect(state?.get({ ...alerts, enabled: null })).toBe('');
    expect(state?.get({ ...alerts, enabled: false })).toBe('Disabled');
  });
});

describe('isExactly', () => {
  it('ignores order and case of header names, line ends, surrounding whitespace', () => {
    const same = {
      ...alerts,
      headers: 'x-region:eu\r\nX-TEAM: a\n',
      requestBody: `${alerts.requestBody}\r\n`,
    };
    expect(isExactly(alerts, same)).toBe(true);
  });

  it('treats unreadable values as equal', () => {
    const unreadable = { ...alerts, riskLevel: '', enabled: null };
    expect(isExactly(alerts, unreadable)).toBe(true);
    expect(isExactly(unreadable, alerts)).toBe(true);
    expect(differenceOf(alerts, { ...unreadable, name: 'B' })).toBe('name');
  });

  it('is false when any one part differs', () => {
    const others: WebhookState[] = [
      { ...alerts, name: 'B' },
      { ...alerts, description: 'b' },
      { ...alerts, url: 'https://b.example/' },
      { ...alerts, method: 'PUT' },
      { ...alerts, contentType: 'text/plain' },
      { ...alerts, headers: 'X-Team: b\nX-Region: eu' },
      { ...alerts, headers: 'X-Team: a\nX-Team: a\nX-Region: eu' },
      { ...alerts, requestBody: '{}' },
      { ...alerts, enabled: false },
      { ...alerts, eventType: 'Other' },
      { ...alerts, riskLevel: 'High' },
    ];
    expect(others.filter((other) => isExactly(alerts, other))).toEqual([]);
    expect(differenceOf(alerts, { ...alerts, name: 'B', requestBody: '{}' })).toBe('name, template');
  });
});

describe('isSwitch', () => {
  it('is true only for a change of the enabled state', () => {
    expect(isSwitch(alerts, { ...alerts, enabled: false })).toBe(true);
    expect(isSwitch({ ...alerts, enabled: null }, { ...alerts, enabled: false })).toBe(true);
    expect(isSwitch(alerts, { ...alerts, enabled: false, name: 'B' })).toBe(false);
    const withOtherLineEnds = `${alerts.requestBody}\r\n{}`;
    expect(
      isSwitch(
        { ...alerts, requestBody: `${alerts.requestBody}\n{}` },
        { ...alerts, enabled: false, requestBody: withOtherLineEnds },
      ),
    ).toBe(false);
    expect(isSwitch(alerts, alerts)).toBe(false);
    expect(isSwitch(alerts, { ...alerts, enabled: null })).toBe(false);
  });

  it('is false when an unreadable risk level is chosen', () => {
    expect(isSwitch({ ...alerts, riskLevel: '' }, { ...alerts, enabled: false, riskLevel: 'High' })).toBe(
      false,
    );
  });
});

describe('webhook problems', () => {
  it('are reported once for each part', () => {
    const problems = problemsOfWebhook({ ...alerts, name: ' ', url: 'nowhere', eventType: '' });
    expect(problems.map(({ part }) => part).toSorted()).toEqual(['eventType', 'name', 'url']);
  });

  it('name the field for long values and unknown methods', () => {
    expect(problemsOfWebhook({ ...alerts, name: 'n'.repeat(1000), method: 'BREW' })).toEqual([
      { part: 'name', message: 'The name is too long. The maximum is 200 characters.' },
      { part: 'method', message: 'Choose a method: POST, PUT, PATCH, GET or DELETE.' },
    ]);
  });

  it('ignore an unreadable risk level or state', () => {
    expect(problemsOfWebhook({ ...alerts, riskLevel: '', enabled: null })).toEqual([]);
  });

  it('allow disabling a webhook without a URL', () => {
    const imported = { ...alerts, url: '' };
    expect(problemsOfWebhook({ ...imported, enabled: false }, imported)).toEqual([]);
    expect(problemsOfWebhook({ ...imported, name: 'B' }, imported)).toMatchObject([{ part: 'url' }]);
  });
});
