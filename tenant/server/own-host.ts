import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { rejectEarly } from './early-rejection.ts';

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request is meant for this server: one `Host` header with a name of this machine and this port,
 * and a target without its own host. Anything else is a mistake, or DNS rebinding.
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
 * Rejects requests for another host, without repeating its name. Accepted requests continue with the host of
 * `baseUrl`, so that every URL in a response uses it. Register it before everything else.
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
        message: `Use ${baseUrl} for this tenant. The request has another host, or none.`,
      });
    }
    request.raw.headers.host = host;
  });
}
