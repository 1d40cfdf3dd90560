import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RejectionBody, RejectionCode } from '../http/request-rejection.ts';
import { isAnalyticsTarget } from '../http/security-headers.ts';

/**
 * Rejects a request before it reaches a route, with the error body of its API: that of the analytics
 * endpoints, or that of OAuth 2.0 (RFC 6749 section 5.2) with `oauthCode` as its code.
 */
export function rejectEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  rejection: {
    readonly status: number;
    readonly code: RejectionCode;
    readonly oauthCode?: string;
    readonly message: string;
  },
): FastifyReply {
  const { status, code, oauthCode = 'invalid_request', message } = rejection;
  reply.code(status).type('application/json; charset=utf-8');
  if (isAnalyticsTarget(request.originalUrl)) {
    const body: RejectionBody = { error: code, message, problems: [], request_id: request.id };
    return reply.send(JSON.stringify(body));
  }
  return reply
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ error: oauthCode, error_description: message }));
}
