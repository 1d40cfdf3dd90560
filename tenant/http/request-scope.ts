import type { FastifyError, FastifyInstance } from 'fastify';
import { RequestRejection, type RejectionBody } from './request-rejection.ts';

/**
 * Prepares a Fastify scope whose routes read their bodies themselves: every body arrives as bytes, and every
 * failure is sent as a `RejectionBody`. The framework's own JSON parser is removed because its errors, and what
 * it accepts, aren't ours to document.
 */
export function installRequestScope(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  scope.setErrorHandler((error: FastifyError | RequestRejection, request, reply) => {
    const rejection = error instanceof RequestRejection ? error : rejectionOf(error);
    if (rejection.status >= 500) request.log.error(error);
    const body: RejectionBody = {
      error: rejection.code,
      message: rejection.message,
      problems: rejection.problems,
      request_id: request.id,
    };
    return reply.code(rejection.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
  scope.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    throw new RequestRejection(404, 'not_found', `${request.method} ${path} not found.`);
  });
}

/** The bytes of a request body; empty if there is none. */
export function bodyBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** Rejects a request whose Content-Type is not JSON. */
export function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType)) return;
  throw new RequestRejection(
    415,
    'unsupported_media_type',
    mediaType === ''
      ? 'The request has no Content-Type. Send application/json.'
      : `Unsupported Content-Type ${mediaType}. Send application/json.`,
  );
}

function rejectionOf(error: FastifyError): RequestRejection {
  const status = error.statusCode ?? 500;
  if (status === 413) return new RequestRejection(413, 'too_large', 'The request body is too large.');
  if (status === 415) {
    return new RequestRejection(415, 'unsupported_media_type', 'The Content-Type of the request is invalid.');
  }
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    const message = "The request body doesn't match its Content-Length.";
    return new RequestRejection(400, 'invalid_request', message);
  }
  if (status >= 400 && status < 500)
    return new RequestRejection(400, 'invalid_request', "The request couldn't be parsed.");
  return new RequestRejection(500, 'internal_error', 'Internal error. See the log of the tenant.');
}
