import { z } from 'zod';
import type { ProxyLoginStatus } from '../../../contract/settings/settings.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';

const loginSchema = z.object({ username: z.string(), password: z.string() });
const storedLoginSchema = loginSchema.extend({ proxy: z.string() });

export type ProxyLogin = z.infer<typeof loginSchema>;

/** Stores the login of one proxy, the last one that required it. */
export interface ProxyLogins {
  /** The login to send preemptively, because the proxy required it before. */
  known(proxy: string): ProxyLogin | undefined;
  /**
   * The proxy requires a login, or rejected `sent`. Resolves to the login to send now; undefined if the user has to enter one.
   * Throws `keychain-unavailable`.
   */
  requested(proxy: string, sent: ProxyLogin | undefined): Promise<ProxyLogin | undefined>;
  /** Throws `keychain-unavailable`. */
  status(): Promise<ProxyLoginStatus | undefined>;
  keep(proxy: string, login: ProxyLogin): Promise<void>;
  forget(): Promise<void>;
}

const name = { tenantId: 'proxy', kind: 'proxy-login' } as const;

/** Stored in the vault, which is only opened once a proxy requires a login. */
export function createProxyLogins(vault: Pick<SecretVault, 'delete' | 'get' | 'set'>): ProxyLogins {
  let asking: string | undefined;
  let inUse: z.infer<typeof storedLoginSchema> | undefined;
  /** Never sent again: many proxies lock an account after a few failures. */
  let rejected: ProxyLogin | undefined;

  async function readStored(): Promise<z.infer<typeof storedLoginSchema> | undefined> {
    const text = await vault.get(name);
    return text === undefined ? undefined : storedLoginSchema.safeParse(JSON.parse(text)).data;
  }

  return {
    known: (proxy) => (inUse?.proxy === addressOf(proxy) ? inUse : undefined),
    async requested(proxy, sent) {
      const address = addressOf(proxy);
      if (sent !== undefined) rejected = sent;
      const login = await readStored();
      const isUsable = login?.proxy === address && !isSame(login, rejected);
      inUse = isUsable ? login : undefined;
      asking = isUsable ? undefined : address;
      return inUse;
    },
    async status() {
      const login = await readStored();
      const proxy = asking ?? login?.proxy;
      if (proxy === undefined) return undefined;
      const username = login?.proxy === proxy ? login.username : null;
      return { proxy, username, isAsking: asking !== undefined };
    },
    async keep(proxy, { username, password }) {
      const login = { proxy: addressOf(proxy), username, password };
      await vault.set(name, JSON.stringify(login));
      inUse = login;
      rejected = undefined;
      asking = undefined;
    },
    async forget() {
      await vault.delete(name);
      inUse = undefined;
      asking = undefined;
    },
  };
}

function isSame(one: ProxyLogin, other: ProxyLogin | undefined): boolean {
  return one.username === other?.username && one.password === other.password;
}

/** Removes a login in the URL, which the environment may contain. */
function addressOf(proxy: string): string {
  return new URL(proxy).origin;
}
