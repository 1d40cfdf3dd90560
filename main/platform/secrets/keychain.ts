import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The operating system's keychain, with the signatures of `keytar`. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  /** All entries of a service, including their secrets. */
  findCredentials(service: string): Promise<readonly { readonly account: string }[]>;
}

/**
 * Loads the native module on demand, so that the app starts on a system without its library (libsecret on Linux). Rejects with the
 * system's reason if it can't be loaded.
 */
export async function loadKeychain(): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    return keytar;
  } catch (error) {
    throw nativeError() ?? error;
  }
}

/** Keytar tries several paths and hides why each failed: this loads the one that exists once more, to learn the reason. */
function nativeError(): unknown {
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve('keytar/package.json'));
    require(join(folder, 'prebuilds', `${process.platform}-${process.arch}`, 'keytar.node'));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A keychain that counts its pending operations. */
export interface PendingKeychain extends Keychain {
  pending(): number;
}

/**
 * Counts pending operations. The native module uses threads, and a process waits for its threads on exit, which can take a minute
 * if the keychain hangs.
 */
export function countPending(keychain: Keychain): PendingKeychain {
  let open = 0;
  async function count<Answer>(question: Promise<Answer>): Promise<Answer> {
    open += 1;
    try {
      return await question;
    } finally {
      open -= 1;
    }
  }
  return {
    getPassword: (service, account) => count(keychain.getPassword(service, account)),
    setPassword: (service, account, password) => count(keychain.setPassword(service, account, password)),
    deletePassword: (service, account) => count(keychain.deletePassword(service, account)),
    findCredentials: (service) => count(keychain.findCredentials(service)),
    pending: () => open,
  };
}
