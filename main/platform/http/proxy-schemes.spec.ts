import { expect, it } from 'vitest';
import { schemesIn } from './proxy-schemes.ts';

it.each([
  ['Basic realm="proxy"', ['basic']],
  ['Negotiate', ['negotiate']],
  ['Negotiate, NTLM, Basic realm="a, Digest b", charset="UTF-8"', ['negotiate', 'ntlm', 'basic']],
  ['Digest realm="x", qop="auth", nonce="Basic ", algorithm = MD5', ['digest']],
  ['NTLM AbCd1234==, basic realm=x', ['ntlm', 'basic']],
  [
    ['Negotiate', 'Basic realm="x"'],
    ['negotiate', 'basic'],
  ],
  [String.raw`Basic realm="quoted \" comma, Fake y"`, ['basic']],
  ['', []],
])('reads the schemes of %j', (challenges, schemes) => {
  expect(schemesIn(challenges)).toEqual(schemes);
});
