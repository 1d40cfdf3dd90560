import type { SecureContext } from 'node:tls';
import type { Agent } from './agents.ts';
import { createPlainAgent, createSecureAgent, destroy, retire, trustAuthorities } from './agents.ts';
import type { NetworkSettings } from './network-settings.ts';
import type { ProxyLogin } from './proxy-logins.ts';

/** Keep-alive connections, separate for each network route. */
export interface AgentPools {
  /** For plain http, used on this machine only. */
  plain(): Agent;
  /** For https, through a proxy with a login, or direct. */
  secure(proxy: string | undefined, login: ProxyLogin | undefined): Agent;
  /** The trusted certificate authorities. */
  secureContext(): SecureContext;
  /** Closes connections once running requests have finished. */
  retire(): void;
  destroy(): void;
}

export function createAgentPools({ extraCertificates }: NetworkSettings): AgentPools {
  const plain = createPlainAgent();
  const secure = new Map<string, Agent>();
  let trusted: SecureContext | undefined;
  const all = (): readonly Agent[] => [plain, ...secure.values()];

  const secureContext = (): SecureContext => (trusted ??= trustAuthorities(extraCertificates));

  function openSecure(route: string): Agent {
    const agent = createSecureAgent(route === '' ? undefined : route, secureContext());
    secure.set(route, agent);
    return agent;
  }

  return {
    plain: () => plain,
    secure(proxy, login) {
      const route = proxy === undefined ? '' : withLogin(proxy, login);
      return secure.get(route) ?? openSecure(route);
    },
    secureContext,
    retire: () => all().forEach(retire),
    destroy: () => all().forEach(destroy),
  };
}

function withLogin(proxy: string, login: ProxyLogin | undefined): string {
  if (login === undefined) return proxy;
  const address = new URL(proxy);
  address.username = encodeURIComponent(login.username.toWellFormed());
  address.password = encodeURIComponent(login.password.toWellFormed());
  return address.href;
}
