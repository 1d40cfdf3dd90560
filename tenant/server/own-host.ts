import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { rejectEarly } from './early-rejection.ts';

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request is meant for this server: one `Host` header that is a name of this machine with this port, and a
 * target without a host of its own. Anything else is a mistake, or a page whose name was pointed here (DNS rebinding).
 */
function isForThisServer(request: IncomingMessage, port: string): boolean {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  const [, name, givenPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(request.headers.host ?? '') ?? [];
  return (
    hosts.length === 1 &&
    name !== undefined &&
    LOOPBACK_NAMES.has(name.toLowerCase()) &&
    (givenPort ?? '80') === port &&
    (request.url ?? '').startsWith('/')
  );
}

function hasNoHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

/**
 * Refuses requests that name another host, without repeating its name. What is admitted goes on under the host of
 * `baseUrl`, so that every address in an answer is made of that one. Register it before everything else.
 */
export function admitOwnHost(app: FastifyInstance, baseUrl: string): void {
  const { host, port } = new URL(baseUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!isForThisServer(request.raw, port === '' ? '80' : port)) {
      return rejectEarly(request, reply, {
        // Source: RFC 9112 section 3.2.
        status: hasNoHost(request.raw) ? 400 : 421,
        code: 'misdirected_request',
        oauthCode: 'misdirected_request',
        message: `This tenant is reached at ${baseUrl} only. The request named another host, or none.`,
      });
    }
    request.raw.headers.host = host;
  });
}
