import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UNAUTHENTICATED_BODY_BYTES } from '../server/create-app.ts';
import { privatePathOf } from '../http/private-path.ts';
import { publicAccess } from '../http/route-access.ts';
import { activeUsers } from './accounts.ts';
import { decideConsent, showConsent, type ConsentParts } from './consent-step.ts';
import {
  applicationNameOf,
  finishInteraction,
  interactionOf,
  sendInteractionPage,
  type Interaction,
} from './interaction.ts';
import { activeUserId, verifyPassword } from './passwords.ts';
import { renderSignInPage } from './sign-in-page.ts';
import { TICKET_METHOD, type SignInTickets } from './sign-in-tickets.ts';

interface SignInParts extends ConsentParts {
  readonly tickets: SignInTickets;
  readonly administrator: string;
  readonly onSignIn: (outcome: SignInOutcome) => void;
}

export interface SignInOutcome {
  readonly username: string;
  readonly userId?: string;
  readonly address: string;
  readonly clientId: string;
  readonly userAgent: string;
}

/** Failed attempts after which the sign-in ends with an error at the application. */
const MAX_FAILURES = 5;
/** Maximum tracked sign-ins with failures; abandoned ones must not pile up. */
const MAX_TRACKED = 1000;

/** The sign-in and consent pages, at `/signin/{uid}`. Plain forms: no scripts, no third parties. */
export function addSignInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const failures = new Map<string, number>();
  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: UNAUTHENTICATED_BODY_BYTES });
    scope.get('/signin/:uid', publicAccess, async (request, reply) => {
      const details = await interactionOf(parts, request, reply);
      if (details === undefined) return reply;
      return details.prompt.name === 'consent'
        ? showConsent(parts, request, reply, details)
        : showPage(parts, request, reply, details, {});
    });
    scope.post('/signin/:uid', publicAccess, async (request, reply) => {
      const details = await interactionOf(parts, request, reply);
      if (details === undefined) return reply;
      const form = readForm(request.body);
      if (details.prompt.name === 'consent')
        return decideConsent(parts, request, reply, details, form.decision === 'allow');
      if (form.decision === 'cancel')
        return finishInteraction(
          parts,
          request,
          reply,
          failureOf(details.prompt.name, details.params, 'The user canceled the sign-in.'),
        );
      const signedIn = authenticate(parts, details, form);
      const clientId = String(details.params['client_id'] ?? '');
      const about = {
        username: form.username,
        address: request.ip,
        clientId,
        userAgent: request.headers['user-agent'] ?? '',
      };
      if (signedIn !== undefined) {
        failures.delete(details.uid);
        const { userId: accountId, method } = signedIn;
        parts.onSignIn({ ...about, userId: accountId });
        return finishInteraction(parts, request, reply, {
          login: { accountId, amr: [method], remember: true },
          select_account: {},
        });
      }
      parts.onSignIn(about);
      const count = (failures.get(details.uid) ?? 0) + 1;
      if (failures.size >= MAX_TRACKED) failures.clear();
      failures.set(details.uid, count);
      if (count < MAX_FAILURES)
        return showPage(parts, request, reply, details, {
          username: form.username,
          message: 'Wrong user name or password.',
        });
      failures.delete(details.uid);
      return finishInteraction(
        parts,
        request,
        reply,
        failureOf(details.prompt.name, details.params, "The user couldn't be authenticated."),
      );
    });
  });
}

type Form = ReturnType<typeof readForm>;

/**
 * The user and authentication method: the ticket of this request, which is used up by that, or the password.
 */
function authenticate(
  { database, tickets }: SignInParts,
  { params }: Interaction,
  { username, password }: Form,
): { readonly userId: string; readonly method: string } | undefined {
  const offered = tickets.offeredBy(params);
  if (offered.state === 'valid' && password === offered.ticket) {
    const userId = activeUserId(database, username);
    return userId !== undefined && tickets.redeem(params) ? { userId, method: TICKET_METHOD } : undefined;
  }
  const userId = verifyPassword(database, username, password);
  return userId === undefined ? undefined : { userId, method: 'pwd' };
}

/**
 * An unsatisfied `prompt=login` is `login_required` (platform specification, "Errors"); otherwise the sign-in
 * was denied.
 */
function failureOf(
  prompt: string,
  params: Record<string, unknown>,
  description: string,
): { error: string; error_description: string } {
  const isLoginRequested = String(params['prompt'] ?? '')
    .split(' ')
    .includes('login');
  return {
    error: isLoginRequested && prompt === 'login' ? 'login_required' : 'access_denied',
    error_description: description,
  };
}

async function showPage(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  details: Interaction,
  entered: { readonly username?: string; readonly message?: string },
): Promise<FastifyReply> {
  const query = request.query;
  const chosen =
    typeof query === 'object' && query !== null && 'user' in query && typeof query.user === 'string'
      ? query.user
      : undefined;
  const hint = typeof details.params['login_hint'] === 'string' ? details.params['login_hint'] : undefined;
  const html = renderSignInPage({
    tenantName: parts.tenantName,
    applicationName: await applicationNameOf(parts, details),
    action: `${privatePathOf(request.raw)}/signin/${details.uid}`,
    username: entered.username ?? chosen ?? hint ?? parts.administrator,
    ticket: parts.tickets.offeredBy(details.params),
    people: activeUsers(parts.database),
    ...(entered.message === undefined ? {} : { message: entered.message }),
  });
  return sendInteractionPage(reply, details, html, entered.message === undefined ? 200 : 401);
}

function readForm(body: unknown): { username: string; password: string; decision: string } {
  const form =
    typeof body === 'object' && body !== null
      ? new Map<string, unknown>(Object.entries(body))
      : new Map<string, unknown>();
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: text('username'), password: text('password'), decision: text('decision') };
}
