import { expect, it } from 'vitest';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import { requestHeaders, withoutSecrets } from './request-text.ts';

it('hides placeholders in a URL, as they are and encoded', () => {
  expect(withoutSecrets('https://hooks.example/services/••••0123abcd')).toBe(
    'https://hooks.example/services/••••••',
  );
  expect(withoutSecrets(`https://hooks.example/${encodeURIComponent('••••')}0123abcd?v=1`)).toBe(
    'https://hooks.example/••••••?v=1',
  );
});

it('lists the content type and the headers, with every credential hidden', () => {
  const headers = 'X-Source: desk\nAuthorization: Bearer typed-in-the-draft\nX-Key: ••••0123abcd\n';
  expect(requestHeaders(aWebhook({ headers }))).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Source', value: 'desk' },
    { name: 'Authorization', value: '••••••' },
    { name: 'X-Key', value: '••••••' },
  ]);
});
