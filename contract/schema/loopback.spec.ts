import { describe, expect, it } from 'vitest';
import { isSecureAddress } from './loopback.ts';

describe('a secure address', () => {
  it.each(['https://acme.example', 'http://127.0.0.1:8080/x', 'http://localhost', 'http://[::1]:1'])(
    'is %s',
    (address) => expect(isSecureAddress(address)).toBe(true),
  );

  it.each([
    'http://acme.example',
    'http://127.0.0.1.acme.example',
    'http://localhost.acme.example',
    'http://127.0.0.1@acme.example',
    'http://0.0.0.0',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'acme.example',
    '',
  ])('is not %j', (address) => expect(isSecureAddress(address)).toBe(false));
});
