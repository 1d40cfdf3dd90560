import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { pageHeaders } from '../http/page.ts';
import { renderErrorPage } from './sign-in-error-page.ts';

export interface InteractionParts {
  readonly provider: Provider;
  readonly tenantName: string;
}

/** An interaction of a sign-in: the application's request, and what the user is asked. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/**
 * Undefined for an interaction that has ended or belongs to another browser; then an error page has been
 * sent.
 */
export async function interactionOf(
  { provider, tenantName }: InteractionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch {
    await reply.code(400).headers(pageHeaders()).send(renderErrorPage(tenantName));
    return undefined;
  }
}

/** Continues the request. `earlierResult` says what to do with the result of a previous page. */
export async function finishInteraction(
  { provider }: InteractionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<Provider['interactionResult']>[2],
  earlierResult: 'merge' | 'discard' = 'discard',
): Promise<FastifyReply> {
  const target = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: earlierResult === 'merge',
  });
  return reply.header('cache-control', 'no-store').redirect(target, 303);
}

/** Sends a page whose form may redirect to the application. */
export function sendInteractionPage(
  reply: FastifyReply,
  { params }: Interaction,
  html: string,
  status: 200 | 401 = 200,
): FastifyReply {
  const target = redirectSource(params['redirect_uri']);
  return reply
    .code(status)
    .headers(pageHeaders(target === undefined ? [] : [target]))
    .send(html);
}

/** Display name of the application. */
export async function applicationNameOf(
  { provider }: InteractionParts,
  { params }: Interaction,
): Promise<string> {
  const clientId = String(params['client_id']);
  return (await provider.Client.find(clientId))?.clientName ?? clientId;
}

/** A source expression for `form-action`: browsers also apply it to redirects after a form. */
export function redirectSource(redirectUri: unknown): string | undefined {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  if (url === null) return undefined;
  // An IPv6 literal isn't a valid host source, and a private scheme has no origin.
  return url.origin === 'null' || url.hostname.startsWith('[') ? url.protocol : url.origin;
}
