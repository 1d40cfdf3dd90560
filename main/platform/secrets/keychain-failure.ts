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

export function keychainFailure(error: unknown, keychainName: string): DeskFailure {
  const code = keychainProblem(error) === 'full' ? 'keychain-full' : 'keychain-unavailable';
  return failure(code, describeKeychainProblem(error, keychainName), {
    detail: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
