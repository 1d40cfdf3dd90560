import type { SecureContext } from 'node:tls';
import type { Agent } from './agents.ts';
import { createPlainAgent, createSecureAgent, destroy, retire, trustAuthorities } from './agents.ts';
import type { NetworkSettings } from './network-settings.ts';
import type { ProxyLogin } from './proxy-logins.ts';

/** The connections that are kept open, apart for each way to the network. */
export interface AgentPools {
  /** For plain http, which stays on this machine. */
  plain(): Agent;
  /** For https, through a proxy with a login, or straight where there is no proxy. */
  secure(proxy: string | undefined, login: ProxyLogin | undefined): Agent;
  /** Lets running requests finish. */
  retire(): void;
  destroy(): void;
}

export function createAgentPools({ extraCertificates }: NetworkSettings): AgentPools {
  const plain = createPlainAgent();
  const secure = new Map<string, Agent>();
  let trusted: SecureContext | undefined;
  const all = (): readonly Agent[] => [plain, ...secure.values()];

  function openSecure(way: string): Agent {
    trusted ??= trustAuthorities(extraCertificates);
    const agent = createSecureAgent(way === '' ? undefined : way, trusted);
    secure.set(way, agent);
    return agent;
  }

  return {
    plain: () => plain,
    secure(proxy, login) {
      const way = proxy === undefined ? '' : withLogin(proxy, login);
      return secure.get(way) ?? openSecure(way);
    },
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
