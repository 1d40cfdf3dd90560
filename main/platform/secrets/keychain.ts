/** The operating system's keychain as `keytar` offers it: the shape of that module's functions. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  /** All entries of a service, with what is stored in them. */
  findCredentials(service: string): Promise<readonly { readonly account: string }[]>;
}

/**
 * Loads the native module only when it is asked for, so that a system without its library (libsecret on Linux)
 * costs the keychain and not the start. Rejects when it cannot be loaded.
 */
export async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/** A keychain that knows how many of its answers are still owed. */
export interface PendingKeychain extends Keychain {
  pending(): number;
}

/**
 * Counts open questions. The native module asks on threads of the process, and a process waits for its threads
 * when it ends: with a keychain that hangs that can take a minute.
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
