import { describe, expect, it } from 'vitest';
import type { FolderItem } from './item.ts';
import { keepReferences } from './keep-references.ts';

const base: FolderItem = {
  ...{
    kind: 'webhook',
    path: 'webhooks/slack',
    name: 'Slack',
    id: null,
    document: {},
    text: null,
    icon: null,
  },
};
const marks = new Map([['WEBHOOK_SLACK_HEADERS', '••••12345678']]);
const values = { env: { HOST: 'hooks.example', DOLLARS: '${env:X}' }, values: {}, keychain: new Map() };

function rewritten(live: FolderItem['document'], existing: FolderItem['document']): FolderItem['document'] {
  const item = { ...base, document: live };
  return keepReferences({ item, id: '1', marks }, { ...base, document: existing }, values).document;
}

const rewrittenText = (live: string, existing: string): string | null =>
  keepReferences({ item: { ...base, text: live }, id: '1', marks }, { ...base, text: existing }, values).text;

describe('a file that is written again', () => {
  it.each([
    ['its value', 'https://hooks.example/in', 'https://${env:HOST}/in'],
    ['a secret', 'X-Key: ${env:WEBHOOK_SLACK_HEADERS}', 'X-Key: ${env:MINE}'],
    [
      'a secret with text beside it',
      'Authorization: ${env:WEBHOOK_SLACK_HEADERS}',
      'Authorization: Bearer ${keychain:MINE}',
    ],
    ['something that is not known here', 'https://other.example/in', 'https://${env:UNKNOWN}/in'],
    ['a value that looks like a reference', 'a $${env:X} b', 'a ${env:DOLLARS} b'],
  ])('has a reference in the place of %s', (_what, live, existing) => {
    expect(rewritten({ url: live }, { url: existing })).toEqual({ url: existing });
    expect(rewritten({ headers: ['Accept: a', live] }, { headers: ['Accept: a', existing] })).toEqual({
      headers: ['Accept: a', existing],
    });
  });

  it.each([
    ['another value', 'https://other.example/in', 'https://${env:HOST}/in'],
    ['a secret under another name', 'Y-Key: ${env:WEBHOOK_SLACK_HEADERS}', 'X-Key: ${env:MINE}'],
    ['text in the place of a reference', 'a b', 'a $${env:HOST}'],
    ['a secret in the place of text', 'X-Key: ${env:WEBHOOK_SLACK_HEADERS}', 'X-Key: plain'],
    ['another type', 5, '${env:HOST}'],
  ])('has what the tenant has for %s', (_what, live, existing) => {
    expect(rewritten({ value: live }, { value: existing })).toEqual({ value: live });
  });

  it('has the references of the lines that did not change', () => {
    const existing = 'one\nhost ${env:HOST}\nthree ${env:HOST}\nlast';
    expect(rewrittenText('zero\none\nhost hooks.example\nthree other\nlast', existing)).toBe(
      'zero\none\nhost ${env:HOST}\nthree other\nlast',
    );
    expect(rewrittenText('host hooks.example\n', 'host ${env:HOST}\nmore\n')).toBe('host ${env:HOST}\n');
  });
});
