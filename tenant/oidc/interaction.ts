import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { pageHeaders } from '../http/page.ts';
import { renderErrorPage } from './sign-in-error-page.ts';

export interface InteractionParts {
  readonly provider: Provider;
  readonly tenantName: string;
}

/** What a page of a sign-in is about: the request of an application, and what is asked of the person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Undefined for one that is over or of another browser; a page has been sent then. */
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

/** Goes on with the request. `earlier` says what becomes of what a page before this one has found out. */
export async function finishInteraction(
  { provider }: InteractionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<Provider['interactionResult']>[2],
  earlier: 'kept' | 'dropped' = 'dropped',
): Promise<FastifyReply> {
  const target = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: earlier === 'kept',
  });
  return reply.header('cache-control', 'no-store').redirect(target, 303);
}

/** Sends a page whose form may end at the application. */
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

/** The application as people know it. */
export async function applicationNameOf(
  { provider }: InteractionParts,
  { params }: Interaction,
): Promise<string> {
  const clientId = String(params['client_id']);
  return (await provider.Client.find(clientId))?.clientName ?? clientId;
}

/** A source expression for `form-action`: browsers apply it to the redirects that follow a form, too. */
export function redirectSource(redirectUri: unknown): string | undefined {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null;
  if (url === null) return undefined;
  // An IPv6 literal is no valid host source, and a private scheme has no origin.
  return url.origin === 'null' || url.hostname.startsWith('[') ? url.protocol : url.origin;
}
