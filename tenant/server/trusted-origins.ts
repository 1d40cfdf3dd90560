import type { FastifyInstance } from 'fastify';
import { rejectEarly } from './early-rejection.ts';

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
const MAX_AGE_SECONDS = '600';

type OriginVerdict = 'none' | 'own' | 'trusted' | 'untrusted';

/**
 * Checks an `Origin` header against the AllowCors list. An entry is a host name, optionally with a port and,
 * tolerated, a scheme; without a port it allows every port of that host (compatibility: "the host only").
 */
export function judgeOrigin(
  origin: string | undefined,
  own: string,
  allowed: readonly string[],
): OriginVerdict {
  if (origin === undefined) return 'none';
  if (origin === own) return 'own';
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return 'untrusted';
  return allowed.some((entry) => admits(entry.trim(), url)) ? 'trusted' : 'untrusted';
}

/** Parses an entry like the origin: lower case, IDNA, no default port (443 of an https origin). */
function admits(entry: string, url: URL): boolean {
  if (entry.includes('://')) return withoutDot(URL.parse(entry)?.origin) === withoutDot(url.origin);
  const listed = URL.parse(`${url.protocol}//${entry}`);
  if (listed === null || entry === '') return false;
  const hasPort = /:\d+$/.test(entry);
  return (
    withoutDot(hasPort ? listed.host : listed.hostname) === withoutDot(hasPort ? url.host : url.hostname)
  );
}

/** Removes the trailing dot of a fully qualified host name. */
function withoutDot(host: string | undefined): string | undefined {
  return host?.replace(/\.(?=:\d+$|$)/, '');
}

/**
 * Enforces the tenant's trusted origins on every path covered by `covers`: CORS headers for a trusted origin,
 * a response to its preflights, and 403 for any other foreign origin (platform specification,
 * "Authentication" 9). Pages of any site may navigate browsers to `isNavigatedTo` URLs with forms: there, a
 * foreign origin is accepted without CORS headers, so its scripts can't read the response.
 */
export function enforceTrustedOrigins(
  app: FastifyInstance,
  own: string,
  allowedOrigins: () => readonly string[],
  covers: (path: string) => boolean,
  isNavigatedTo: (path: string) => boolean,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin;
    if (origin === undefined || !covers(request.url)) return;
    // Set on the raw response too, because the OpenID Connect provider bypasses Fastify.
    reply.raw.setHeader('vary', 'Origin');
    const verdict = judgeOrigin(origin, own, allowedOrigins());
    if (verdict === 'untrusted' && request.method === 'POST' && isNavigatedTo(request.url)) return;
    if (verdict === 'untrusted') {
      const message = `The origin ${origin} is not in the tenant's AllowCors list.`;
      return rejectEarly(request, reply, { status: 403, code: 'forbidden_origin', message });
    }
    if (verdict === 'own') return;
    reply.raw.setHeader('access-control-allow-origin', origin);
    reply.raw.setHeader('access-control-allow-credentials', 'true');
    reply.raw.setHeader('access-control-expose-headers', 'WWW-Authenticate, Content-Disposition');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return;
    reply.raw.setHeader('access-control-allow-methods', METHODS);
    reply.raw.setHeader('access-control-max-age', MAX_AGE_SECONDS);
    const requestedHeaders = request.headers['access-control-request-headers'];
    if (requestedHeaders !== undefined) reply.raw.setHeader('access-control-allow-headers', requestedHeaders);
    return reply.code(204).send();
  });
}
