import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { isDeadline } from '../timing/waiting.ts';

export type KeychainProblem = 'full' | 'locked' | 'no-answer' | 'other';

/** All known messages. Windows localizes its errors, so an unknown message is `other`. */
const full =
  /quota|no space|(disk|storage|keychain|keyring|vault|collection) (is )?full|not enough|insufficient|out of (memory|space|storage)|too many|\bENOSPC\b|limit (was )?(reached|exceeded)/i;
const locked =
  /\blocked\b|unlock|dismissed|interaction is not allowed|passphrase|user cancell?ed|cancell?ed by the user/i;

/**
 * Why the keychain failed. Keytar only passes on the system's text: GError messages of libsecret,
 * `SecCopyErrorMessageString` of macOS, `FormatMessage` of Windows.
 */
export function keychainProblem(error: unknown): KeychainProblem {
  if (isDeadline(error)) return 'no-answer';
  const text = error instanceof Error ? error.message : String(error);
  if (full.test(text)) return 'full';
  return locked.test(text) ? 'locked' : 'other';
}

/** Doesn't claim that the keychain is locked if the system reported something else. */
export function describeKeychainProblem(error: unknown, keychainName: string): string {
  switch (keychainProblem(error)) {
    case 'full':
      return `The keychain (${keychainName}) is full. Remove entries you no longer need, then try again.`;
    case 'locked':
      return `The keychain (${keychainName}) is locked. Unlock it, then try again.`;
    case 'no-answer':
      return `The keychain (${keychainName}) didn't respond. It may be locked. Unlock it, then try again.`;
    case 'other':
      return `The keychain (${keychainName}) reported an error. Check that it is running and accepts new entries, then try again.`;
  }
}

/** The loader's text: glibc's and musl's names of a missing library, Node's for a missing file. */
const missingLibrary =
  /(?:loading shared library )?(lib[\w.-]+?\.so[.\d]*)\b.*(?:cannot open shared object|No such file)/;
const missingModule = /Cannot find module|ENOENT/;

/** Why the keychain's native module couldn't be loaded, and what to do. A library that isn't there is named. */
export function describeLoadError(error: unknown, keychainName: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, library] = missingLibrary.exec(text) ?? [];
  if (library?.startsWith('libsecret') === true)
    return 'The library libsecret isn’t installed. Install libsecret-1-0 (libsecret on Fedora and Arch), and restart Tenant Desk.';
  if (library !== undefined)
    return `The keychain needs the library ${library}. Install it and restart Tenant Desk.`;
  if (missingModule.test(text))
    return `${keychainName} isn’t supported on this kind of processor, or files of Tenant Desk are missing. Reinstall it.`;
  const [reason = ''] = text.split('\n', 1);
  return `${keychainName} can’t be loaded (${reason.slice(0, 200)}). Reinstall Tenant Desk.`;
}

export function keychainFailure(error: unknown, keychainName: string): DeskFailure {
  const code = keychainProblem(error) === 'full' ? 'keychain-full' : 'keychain-unavailable';
  return failure(code, describeKeychainProblem(error, keychainName), {
    detail: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
