import { z } from 'zod';
import type { ProxyLoginStatus } from '../../../contract/settings/settings.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';

const loginSchema = z.object({ username: z.string(), password: z.string() });
const storedLoginSchema = loginSchema.extend({ proxy: z.string() });

export type ProxyLogin = z.infer<typeof loginSchema>;

/** The login of one proxy, the one that asked last. */
export interface ProxyLogins {
  /** What this proxy is sent from the start, since it has asked for it. */
  known(proxy: string): ProxyLogin | undefined;
  /**
   * The proxy asks for a login, though it was sent `sent`. Resolves to what to send it now; undefined when a person has to
   * say. Throws `keychain-unavailable`.
   */
  asked(proxy: string, sent: ProxyLogin | undefined): Promise<ProxyLogin | undefined>;
  /** Throws `keychain-unavailable`. */
  status(): Promise<ProxyLoginStatus | undefined>;
  keep(proxy: string, login: ProxyLogin): Promise<void>;
  forget(): Promise<void>;
}

const name = { tenantId: 'proxy', kind: 'proxy-login' } as const;

/** Keeps it in the vault, which is opened only once a proxy wants a login. */
export function createProxyLogins(vault: Pick<SecretVault, 'delete' | 'get' | 'set'>): ProxyLogins {
  let asking: string | undefined;
  let inUse: z.infer<typeof storedLoginSchema> | undefined;
  /** Sent once and no more: after a few wrong ones many proxies lock an account. */
  let refused: ProxyLogin | undefined;

  async function kept(): Promise<z.infer<typeof storedLoginSchema> | undefined> {
    const text = await vault.get(name);
    return text === undefined ? undefined : storedLoginSchema.safeParse(JSON.parse(text)).data;
  }

  return {
    known: (proxy) => (inUse?.proxy === addressOf(proxy) ? inUse : undefined),
    async asked(proxy, sent) {
      const address = addressOf(proxy);
      if (sent !== undefined) refused = sent;
      const login = await kept();
      const isWorthATry = login?.proxy === address && !isSame(login, refused);
      inUse = isWorthATry ? login : undefined;
      asking = isWorthATry ? undefined : address;
      return inUse;
    },
    async status() {
      const login = await kept();
      const proxy = asking ?? login?.proxy;
      if (proxy === undefined) return undefined;
      const username = login?.proxy === proxy ? login.username : null;
      return { proxy, username, isAsking: asking !== undefined };
    },
    async keep(proxy, { username, password }) {
      const login = { proxy: addressOf(proxy), username, password };
      await vault.set(name, JSON.stringify(login));
      inUse = login;
      refused = undefined;
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

/** The environment may give an address with a login in it, which is for nobody to see. */
function addressOf(proxy: string): string {
  return new URL(proxy).origin;
}
