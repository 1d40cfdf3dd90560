import { describe, expect, it } from 'vitest';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { webhookDefinitionFromText, webhookDefinitionToText } from '../../contract/webhook-text.ts';
import { differingFields } from './compare-definitions.ts';
import { mergeDefinitions } from './merge-definitions.ts';

const base: WebhookDefinition = {
  name: 'Alerts',
  description: '',
  url: 'https://hooks.example/a',
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Team: a\nX-Region: eu',
  requestBody: '{\n  "a": 1,\n\n  "b": 2\n}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};

describe('a definition as text', () => {
  it('comes back as the same definition', () => {
    expect(webhookDefinitionFromText(webhookDefinitionToText(base))).toEqual(base);
    const empty = { ...base, headers: '', requestBody: '' };
    expect(webhookDefinitionFromText(webhookDefinitionToText(empty))).toEqual(empty);
  });

  it('has a line for each line of headers and payload', () => {
    const before = webhookDefinitionToText(base).split('\n');
    const after = webhookDefinitionToText({ ...base, requestBody: base.requestBody.replace('2', '3') }).split(
      '\n',
    );
    expect(after.filter((line) => !before.includes(line))).toHaveLength(1);
  });

  it('is not read where it is none', () => {
    expect(webhookDefinitionFromText('<<<<<<< yours')).toBeUndefined();
    expect(webhookDefinitionFromText('{"name": "x"}')).toBeUndefined();
  });
});

describe('mergeDefinitions', () => {
  const merge = (theirs: Partial<WebhookDefinition>, mine: Partial<WebhookDefinition>) => {
    const { merged, isClean } = mergeDefinitions(base, { ...base, ...theirs }, { ...base, ...mine });
    return { isClean, merged, definition: webhookDefinitionFromText(merged) };
  };

  it('joins changes of different fields, and of different lines of one field', () => {
    const body = base.requestBody;
    expect(
      merge(
        { riskLevel: 'High', requestBody: body.replace('1', '11') },
        { enabled: false, requestBody: body.replace('2', '22') },
      ),
    ).toMatchObject({
      isClean: true,
      definition: {
        ...base,
        riskLevel: 'High',
        enabled: false,
        requestBody: body.replace('1', '11').replace('2', '22'),
      },
    });
  });

  it('marks what both sides changed', () => {
    const { isClean, merged } = merge({ url: 'https://theirs.example/' }, { url: 'https://mine.example/' });
    expect(isClean).toBe(false);
    expect(merged).toContain('<<<<<<< yours');
    expect(merged).toContain('https://theirs.example/');
    expect(merged).toContain('https://mine.example/');
  });
});

describe('differingFields', () => {
  it('compares by meaning: order and case of header names, line ends, blanks at the ends', () => {
    const same = { ...base, headers: 'x-region:eu\r\nX-TEAM: a\n', requestBody: `${base.requestBody}\r\n` };
    expect(differingFields(base, same, 'enabled')).toEqual([]);
  });

  it('names each field that differs', () => {
    const other = { ...base, name: 'B', url: 'https://b.example/', headers: 'X-Team: b', riskLevel: 'High' };
    expect(differingFields(base, other, 'disabled')).toEqual([
      'name',
      'address',
      'headers',
      'risk level',
      'enabled',
    ]);
  });

  it('takes what the tenant does not tell for equal', () => {
    expect(differingFields(base, { ...base, riskLevel: '' }, 'unknown')).toEqual([]);
  });
});
