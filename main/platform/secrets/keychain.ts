/** The operating system's keychain as `keytar` offers it: the shape of that module's functions. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/**
 * Loads the native module only when it is asked for, so that a system without its library (libsecret on Linux)
 * costs the keychain and not the start. Rejects when it cannot be loaded.
 */
export async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}
