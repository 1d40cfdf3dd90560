import { describe, expect, it } from 'vitest';
import { redact, redactText } from './redact.ts';

describe('a text for the log', () => {
  it.each([
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [hidden]'],
    ['Basic dXNlcjpwYXNz', 'Basic [hidden]'],
    ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln here', 'token [hidden] here'],
    ['/callback?code=abc123&state=xyz&x=1', '/callback?code=[hidden]&state=[hidden]&x=1'],
    ['grant_type=refresh_token&refresh_token=r1', 'grant_type=refresh_token&refresh_token=[hidden]'],
    ['{"access_token":"a1","n":1}', '{"access_token":"[hidden]","n":1}'],
    ['http://me:secret@proxy.example:1', 'http://[hidden]@proxy.example:1'],
    [
      'No answer from https://hooks.slack.com/services/T0/B0/x: gone',
      'No answer from https://hooks.slack.com/services/[hidden] gone',
    ],
    ['{"url":"https://acme.example/in?sig=abc"}', '{"url":"https://acme.example/in?sig=[hidden]"}'],
  ])('hides secrets in %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    'No such application: Payroll',
    'HTTP 500: The server failed',
    'https://acme.example/SaasManage/GetScript',
  ])('keeps %j unchanged', (text) => expect(redactText(text)).toBe(text));
});

describe('a value for the log', () => {
  it('hides secrets by name at any depth', () => {
    expect(redact({ a: [{ refreshToken: 'r', clientSecret: 's', Authorization: 'x', name: 'n' }] })).toEqual({
      a: [{ refreshToken: '[hidden]', clientSecret: '[hidden]', Authorization: '[hidden]', name: 'n' }],
    });
  });

  it('shows an error with its causes, without secrets', () => {
    const error = new Error('Failed with Bearer abcdefgh12345', { cause: new Error('code=abc') });
    expect(redact(error)).toMatchObject({
      message: 'Failed with Bearer [hidden]',
      cause: { message: 'code=[hidden]' },
    });
  });

  it('stops at circular references', () => {
    const circle: Record<string, unknown> = {};
    circle['again'] = circle;
    expect(JSON.stringify(redact(circle))).toContain('[deep]');
  });
});
