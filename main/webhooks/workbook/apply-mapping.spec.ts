import { describe, expect, it } from 'vitest';
import type { MappingRule } from '../../../contract/webhooks/workbooks.ts';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import { applyMapping } from './apply-mapping.ts';

const rule = (kind: MappingRule['kind'], from: string, to: string): MappingRule => ({ kind, from, to });

describe('a mapping', () => {
  it.each([
    [
      '*.staging.acme.example',
      '*.acme.example',
      'https://soc.staging.acme.example/in',
      'https://soc.acme.example/in',
    ],
    ['*.staging.example', '*.example', 'https://a.b.staging.example', 'https://a.b.example'],
    ['*.staging.example', '*.example', 'https://staging.example/', 'https://staging.example/'],
    ['*.staging.example', '*.example', 'https://evil-staging.example/', 'https://evil-staging.example/'],
    ['hooks.example', 'other.example', 'https://HOOKS.example:8443/a', 'https://other.example:8443/a'],
    ['hooks.example', 'other.example:9443', 'https://hooks.example:8443/a', 'https://other.example:9443/a'],
    ['hooks.example:8443', 'other.example', 'https://hooks.example:8443/a', 'https://other.example/a'],
    ['hooks.example:8443', 'other.example', 'https://hooks.example/a', 'https://hooks.example/a'],
    [
      'hooks.example',
      'other.example',
      'https://safe.example/?u=https://hooks.example/',
      'https://safe.example/?u=https://hooks.example/',
    ],
    [
      'hooks.example',
      'other.example',
      'https://hooks.example.evil.example/',
      'https://hooks.example.evil.example/',
    ],
    [
      'hooks.example',
      'other.example',
      'https://••••12345678@hooks.example/••••abcdef01',
      'https://••••12345678@other.example/••••abcdef01',
    ],
    ['hooks.example', 'other.example', '', ''],
  ])('of host %s to %s maps %s to %s', (from, to, url, mapped) => {
    expect(applyMapping(aWebhook({ url }), [rule('host', from, to)]).state.url).toBe(mapped);
  });

  it.each<[MappingRule, Partial<ReturnType<typeof aWebhook>>, Partial<ReturnType<typeof aWebhook>>]>([
    [
      rule('url', 'https://a.example/v1', 'https://b.example/v2'),
      { url: 'https://a.example/v1/x' },
      { url: 'https://b.example/v2/x' },
    ],
    [
      rule('header', 'x-source: staging', 'X-Source: production'),
      { headers: 'Accept: a\nX-Source: staging' },
      { headers: 'Accept: a\nX-Source: production' },
    ],
    [
      rule('header', 'X-Source: staging', ''),
      { headers: 'X-Source: staging\nAccept: a' },
      { headers: 'Accept: a' },
    ],
    [
      rule('template', '#identity-test', '#identity $& $1'),
      { requestBody: '"#identity-test"' },
      { requestBody: '"#identity $& $1"' },
    ],
    [
      rule('column', 'event.city', 'event.town'),
      { requestBody: '${event.city} ${event.city_code} ${my.event.city} ${event . city}' },
      { requestBody: '${event.town} ${event.city_code} ${my.event.city} ${event.town}' },
    ],
    [rule('risk-level', 'Low', 'Medium'), { riskLevel: 'Low' }, { riskLevel: 'Medium' }],
    [rule('event-type', 'SecurityAlert', 'Alert'), {}, { eventType: 'Alert' }],
  ])('%o changes nothing else', (mapping, before, after) => {
    const original = aWebhook(before);
    expect(applyMapping(original, [mapping])).toMatchObject({ state: { ...original, ...after }, used: [0] });
  });

  it('without a match is unused and changes nothing', () => {
    const original = aWebhook({ headers: 'X-Source: staging2', riskLevel: 'High' });
    const rules = [
      rule('host', 'none.example', 'x'),
      rule('url', 'ftp://', 'x'),
      rule('header', 'X-Source: staging', 'x: y'),
      rule('template', 'nowhere', 'x'),
      rule('column', 'event.(', 'x'),
      rule('risk-level', 'Low', 'x'),
      rule('event-type', 'None', 'x'),
    ];
    const mapped = applyMapping(original, rules);
    expect(mapped.state).toBe(original);
    expect(mapped.used).toEqual([]);
  });

  it('shows the changed parts of the URL by full names', () => {
    const { address } = applyMapping(aWebhook({ url: 'https://soc.staging.acme.example/in' }), [
      rule('host', '*.staging.acme.example', '*.acme.example'),
    ]);
    expect(address.map(({ text }) => text).join('')).toBe('https://soc.acme.example/in');
    expect(address.filter(({ isMapped }) => isMapped)).toHaveLength(1);
  });

  it('applies rules in sequence', () => {
    const { state, used } = applyMapping(aWebhook({ riskLevel: 'Low' }), [
      rule('risk-level', 'Low', 'Medium'),
      rule('risk-level', 'Medium', 'High'),
    ]);
    expect(state.riskLevel).toBe('High');
    expect(used).toEqual([0, 1]);
  });
});
