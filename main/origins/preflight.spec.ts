import { describe, expect, it } from 'vitest';
import { browserOrigin, judgePreflight, shownResponse } from './preflight.ts';

const origin = 'https://app.acme.example';
const good = {
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'Authorization, Content-Type',
};

describe('browserOrigin', () => {
  it.each([
    ['app.acme.example', 'https://app.acme.example'],
    ['https://APP.acme.example/login', 'https://app.acme.example'],
    ['http://app.acme.example', 'http://app.acme.example'],
    ['app.acme.example:8443', 'https://app.acme.example:8443'],
    ['http://app.acme.example:443', 'http://app.acme.example:443'],
    ['null', 'null'],
  ])('of %j is %j', (address, expected) => {
    expect(browserOrigin(address)).toBe(expected);
  });

  it('rejects invalid origins', () => {
    expect(() => browserOrigin('*.acme.example')).toThrow('single hosts');
  });
});

describe('judgePreflight', () => {
  it('trusts what a browser would trust', () => {
    expect(judgePreflight(origin, { status: 204, headers: good })).toEqual({
      isTrusted: true,
      findings: [`A page from ${origin} may call this tenant from a browser.`],
    });
  });

  it('reports calls without cookies, and from every website', () => {
    const { findings, isTrusted } = judgePreflight(origin, {
      status: 200,
      headers: { ...good, 'access-control-allow-origin': '*' },
    });
    expect(isTrusted).toBe(true);
    expect(findings.join(' ')).toContain('every website');
    expect(findings.join(' ')).toContain('include cookies');
  });

  it.each([
    ['no header at all', 403, {}, 'allows no origin'],
    [
      'another origin',
      204,
      { ...good, 'access-control-allow-origin': 'https://x.example' },
      'of https://x.example',
    ],
    ['a redirect', 302, good, 'redirects the preflight'],
    ['a failure', 500, good, 'with 500'],
    ['no headers', 204, { 'access-control-allow-origin': origin }, 'authorization and content-type'],
    [
      'a star, which means every header except authorization',
      204,
      { 'access-control-allow-origin': origin, 'access-control-allow-headers': '*' },
      'not send authorization:',
    ],
    [
      'a star with cookies, which is a literal name',
      204,
      { ...good, 'access-control-allow-headers': '*' },
      'authorization and content-type',
    ],
  ])('rejects %s', (_what, status, headers, finding) => {
    const judged = judgePreflight(origin, { status, headers });
    expect(judged.isTrusted).toBe(false);
    expect(judged.findings.join(' ')).toContain(finding);
  });
});

describe('shownResponse', () => {
  it('omits cookies and truncates', () => {
    const response = shownResponse({
      status: 403,
      headers: { 'set-cookie': ['session=1'], vary: 'Origin' },
      body: new TextEncoder().encode('x'.repeat(5000)),
    });
    expect(response.headers).toEqual([['vary', 'Origin']]);
    expect(response.text).toHaveLength(2000);
  });
});
