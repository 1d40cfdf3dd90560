import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '../http/route-access.ts';
import { isRecord } from '../requests/request-members.ts';
import { routes } from '../oidc/oidc-paths.ts';
import { MAX_PARAMETER_LENGTH } from './decode-message.ts';
import { SamlRequestRejection } from './saml-failure.ts';
import { renderPostPage, renderSamlErrorPage, type SamlPage } from './saml-pages.ts';
import type { NextStep, SamlSignIn } from './saml-sign-in.ts';
import { RETURN_PATH } from './sign-in-client.ts';
import type { IncomingMessage } from './sign-in-request.ts';
import { TEST_PARAMETER } from './tested-sign-in.ts';

interface SamlRouteParts {
  readonly signIn: SamlSignIn;
  readonly tenantName: string;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** A request with the maximum message and relay state, percent-encoded. */
const MAX_FORM_BYTES = 2 * MAX_PARAMETER_LENGTH;

/** Whether service providers on other origins send browsers to a URL with forms. */
export const isSamlSignInUrl = (url: string): boolean => /^\/applogin\/appkey\/[^/?]+\/?(?:\?|$)/i.test(url);

/** The URLs in the record and the metadata of a SAML application. */
export function addSamlRoutes(app: FastifyInstance, parts: SamlRouteParts): void {
  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: MAX_FORM_BYTES });
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof SamlRequestRejection)
        return send(reply, error.httpStatus, renderSamlErrorPage(parts.tenantName, error.message));
      const status = httpStatusOf(error);
      if (status >= 500) throw error;
      const message = status === 413 ? 'The request is too large.' : 'The request is invalid.';
      return send(reply, status, renderSamlErrorPage(parts.tenantName, message));
    });
    scope.get<{ Params: { id: string } }>('/applogin/appKey/:id', publicAccess, (request, reply) => {
      const { id } = request.params;
      const message = messageIn('redirect', request, request.query);
      if (message !== undefined) return proceed(parts, reply, parts.signIn.begin(id, message));
      const wanted = {
        relayState: textIn(request.query, 'RelayState'),
        testId: textIn(request.query, TEST_PARAMETER),
      };
      return proceed(parts, reply, parts.signIn.beginHere(id, wanted));
    });
    scope.post<{ Params: { id: string } }>('/applogin/appKey/:id', publicAccess, (request, reply) => {
      const message = messageIn('post', request, request.body);
      if (message === undefined) throw new SamlRequestRejection(400, 'The form has no SAMLRequest.');
      return proceed(parts, reply, parts.signIn.begin(request.params.id, message));
    });
    scope.get(RETURN_PATH, publicAccess, async (request, reply) => {
      const result = {
        state: textIn(request.query, 'state') ?? '',
        code: textIn(request.query, 'code'),
        error: textIn(request.query, 'error'),
      };
      const visitor = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      return proceed(parts, reply, await parts.signIn.finish(result, visitor));
    });
    scope.get('/applogout', publicAccess, (_request, reply) => reply.redirect(routes.end_session));
    scope.get('/uperror', publicAccess, (_request, reply) =>
      send(
        reply,
        200,
        renderSamlErrorPage(parts.tenantName, 'The application reported that sign-in failed.'),
      ),
    );
  });
}

function proceed({ randomBytes }: SamlRouteParts, reply: FastifyReply, step: NextStep): FastifyReply {
  if (step.kind === 'sign-in') return reply.header('cache-control', 'no-store').redirect(step.url, 303);
  const nonce = Buffer.from(randomBytes(18)).toString('base64');
  return send(reply, 200, renderPostPage(step.response, step.applicationName, nonce));
}

const send = (reply: FastifyReply, status: number, { headers, html }: SamlPage): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers })
    .send(html);

function messageIn(
  binding: IncomingMessage['binding'],
  request: FastifyRequest,
  parameters: unknown,
): IncomingMessage | undefined {
  const samlRequest = textIn(parameters, 'SAMLRequest');
  if (samlRequest === undefined) return undefined;
  const relayState = textIn(parameters, 'RelayState');
  return { binding, samlRequest, relayState, query: request.url.split('?').slice(1).join('?') };
}

/**
 * Undefined if absent. Throws SamlRequestRejection for a repeated parameter, because other parsers may use the
 * other value.
 */
function textIn(parameters: unknown, name: string): string | undefined {
  const value = isRecord(parameters) ? parameters[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new SamlRequestRejection(400, `The request has several values of ${name}.`);
}

function httpStatusOf(error: unknown): number {
  const status: unknown =
    isRecord(error) || error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' ? status : 500;
}
