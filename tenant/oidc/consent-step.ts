import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import { privatePathOf } from '../http/private-path.ts';
import type { StoredApplication } from '../management/application-record.ts';
import { findUser } from './accounts.ts';
import { renderConsentPage, scopeText } from './consent-page.ts';
import type { Consents } from './consents.ts';
import {
  applicationNameOf,
  finishInteraction,
  sendInteractionPage,
  type Interaction,
  type InteractionParts,
} from './interaction.ts';
import { knownScopes } from './known-scopes.ts';
import { profileOf } from '../management/oauth-profile.ts';
import type { ScopeRegistry } from './scope-registry.ts';

export interface ConsentParts extends InteractionParts {
  readonly database: DatabaseSync;
  readonly scopes: ScopeRegistry;
  readonly consents: Consents;
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
}

/** Shows the scopes that the application requests from the signed-in user. */
export async function showConsent(
  parts: ConsentParts,
  request: FastifyRequest,
  reply: FastifyReply,
  details: Interaction,
): Promise<FastifyReply> {
  const user = findUser(parts.database, details.session?.accountId ?? '');
  const application = parts.findApplication(String(details.params['client_id']));
  const known = application === undefined ? [] : knownScopes(profileOf(application));
  const html = renderConsentPage({
    tenantName: parts.tenantName,
    applicationName: await applicationNameOf(parts, details),
    action: `${privatePathOf(request.raw)}/signin/${details.uid}`,
    displayName: user?.displayName ?? '',
    username: user?.username ?? '',
    scopes: wantedScopes(parts, details).map((name) =>
      scopeText(name, known.find((scope) => scope.name === name)?.description),
    ),
  });
  return sendInteractionPage(reply, details, html);
}

/** Continues with the user's decision, and stores it for the application. */
export async function decideConsent(
  parts: ConsentParts,
  request: FastifyRequest,
  reply: FastifyReply,
  details: Interaction,
  isAllowed: boolean,
): Promise<FastifyReply> {
  if (!isAllowed) {
    const denial = { error: 'access_denied', error_description: 'The user denied access.' };
    return finishInteraction(parts, request, reply, denial);
  }
  const userId = details.session?.accountId;
  const application = parts.findApplication(String(details.params['client_id']));
  if (userId !== undefined && application !== undefined)
    parts.consents.add(userId, application.id, wantedScopes(parts, details));
  return finishInteraction(parts, request, reply, { consent: {} }, 'merge');
}

/** The requested scopes that the client may ask for, in the order of the request. */
function wantedScopes({ scopes }: ConsentParts, { params }: Interaction): readonly string[] {
  const requestable = scopes.requestable(String(params['client_id']));
  const requested = String(params['scope'] ?? '').split(' ');
  return [...new Set(requested)].filter((scope) => requestable.includes(scope));
}
