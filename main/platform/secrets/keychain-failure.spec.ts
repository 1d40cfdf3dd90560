import { expect, it } from 'vitest';
import { describeLoadError } from './keychain-failure.ts';

it.each([
  [
    'libsecret-1.so.0: cannot open shared object file: No such file or directory',
    /^The library libsecret isn’t installed\. Install libsecret-1-0/,
  ],
  [
    'Error loading shared library libsecret-1.so.0: No such file or directory (needed by /app/keytar.node)',
    /^The library libsecret isn’t installed/,
  ],
  [
    'libglib-2.0.so.0: cannot open shared object file: No such file or directory',
    /needs the library libglib-2\.0\.so\.0\. Install it/,
  ],
  ["Cannot find module '/app/prebuilds/linux-riscv64/keytar.node'\nRequire stack:", /Reinstall it\.$/],
  [
    "/lib/libc.so.6: version `GLIBC_2.38' not found (required by keytar.node)\nmore",
    /^Secret Service can’t be loaded \(\/lib\/libc\.so\.6: version `GLIBC_2\.38' not found \(required by keytar\.node\)\)\. Reinstall/,
  ],
])('says why the native module was not loaded: %s', (message, text) => {
  expect(describeLoadError(new Error(message), 'Secret Service')).toMatch(text);
});

it('names a reason that is no Error', () => {
  expect(describeLoadError('a string', 'Keychain')).toBe(
    'Keychain can’t be loaded (a string). Reinstall Tenant Desk.',
  );
});
