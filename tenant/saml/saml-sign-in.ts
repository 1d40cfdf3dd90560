import type { Provider } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { UserProfile } from '../oidc/accounts.ts';
import type { IsAssignedTo } from '../oidc/application-access.ts';
import { routes } from '../oidc/oidc-paths.ts';
import { makeFailure, makeResponse, type OutgoingResponse, type ResponseParts } from './make-response.ts';
import type { PendingSignIn, PendingSignIns } from './pending-sign-ins.ts';
import { SamlRequestRejection, SamlStatusFailure } from './saml-failure.ts';
import { serviceProviderOf, type ServiceProvider } from './service-provider.ts';
import { RETURN_PATH, samlClientId } from './sign-in-client.ts';
import type { TestedSignIns } from './tested-sign-in.ts';
import {
  readSignInRequest,
  type IncomingMessage,
  type ReturnAddress,
  type SignInRequest,
} from './sign-in-request.ts';

/** Who comes back from the sign-in pages. */
interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** A user, and the application they signed in to or were denied. */
export interface SamlUse extends Visitor {
  readonly userId: string;
  readonly applicationId: string;
  readonly applicationName: string;
}

interface SamlSignInParts extends ResponseParts {
  readonly issuer: string;
  readonly provider: Provider;
  readonly tests: TestedSignIns;
  readonly pending: PendingSignIns;
  readonly findApplication: (id: string) => StoredApplication | undefined;
  readonly findUser: (id: string) => UserProfile | undefined;
  readonly isAssignedTo: IsAssignedTo;
  readonly onLaunch: (use: SamlUse) => void;
  readonly onDeniedUse: (use: SamlUse) => void;
}

/** The next step of the browser. */
export type NextStep =
  | { readonly kind: 'sign-in'; readonly url: string }
  | { readonly kind: 'response'; readonly response: OutgoingResponse; readonly applicationName: string };

export interface SamlSignIn {
  /** Starts a sign-in with a message of the service provider. Throws SamlRequestRejection. */
  begin(applicationId: string, message: IncomingMessage): NextStep;
  /** Starts an IdP-initiated sign-in without a message. Throws SamlRequestRejection. */
  beginHere(applicationId: string, wanted: WantedHere): NextStep;
  /**
   * Completes it with the result of the sign-in pages: the query of the return path. Throws
   * SamlRequestRejection.
   */
  finish(result: SignInResult, visitor: Visitor): Promise<NextStep>;
}

/** What a sign-in that begins at the tenant is asked for. */
type WantedHere = Pick<ReturnAddress, 'relayState' | 'testId'>;

interface SignInResult {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

const ENDED = 'This sign-in was completed, has expired, or was interrupted by a restart of the tenant.';

/** Sign-in to SAML applications. Source: SAML 2.0 Profiles, section 4.1. */
export function createSamlSignIn(parts: SamlSignInParts): SamlSignIn {
  const { pending } = parts;

  function deliver(provider: ServiceProvider, request: ReturnAddress, response: OutgoingResponse): NextStep {
    const delivered = parts.tests.delivered(provider, request, response);
    return { kind: 'response', response: delivered, applicationName: provider.name };
  }

  async function respond(
    provider: ServiceProvider,
    { request, nonce }: PendingSignIn,
    { code, error }: SignInResult,
    visitor: Visitor,
  ): Promise<OutgoingResponse> {
    if (code === undefined) throw failureOf(error);
    const user = await redeem(parts, code, nonce, provider);
    const use = {
      ...visitor,
      userId: user.id,
      applicationId: provider.application.id,
      applicationName: provider.name,
    };
    if (!parts.isAssignedTo(provider.application.id, user.id)) {
      parts.onDeniedUse(use);
      throw new SamlStatusFailure(
        'responder',
        'requestDenied',
        'The application is not assigned to the user.',
      );
    }
    const response = await makeResponse(
      parts,
      parts.tests.readableBy(provider, request, user.id),
      request,
      user,
    );
    const { inResponseTo } = request;
    if (inResponseTo !== undefined && !pending.markAnswered(provider.application.id, inResponseTo))
      throw new SamlStatusFailure('requester', 'requestDenied', 'This request was already answered.');
    parts.onLaunch(use);
    return response;
  }

  function toPages(provider: ServiceProvider, request: SignInRequest): NextStep {
    const { key, nonce } = pending.add({ applicationId: provider.application.id, request });
    return { kind: 'sign-in', url: signInUrl(parts, key, nonce, provider, request) };
  }

  return {
    begin(applicationId, message) {
      const registered = serviceProviderOf(parts.findApplication(applicationId));
      const provider = parts.tests.requestedBy(registered, message);
      const read = readSignInRequest(provider, message, parts.now());
      if (read.state === 'failed')
        return deliver(provider, read.returnTo, makeFailure(parts, provider, read.returnTo, read.failure));
      return toPages(provider, read.request);
    },
    beginHere(applicationId, wanted) {
      const provider = serviceProviderOf(parts.findApplication(applicationId));
      return toPages(provider, begunHere(provider, wanted));
    },
    async finish(result, visitor) {
      const begun = pending.take(result.state);
      if (begun === undefined) throw new SamlRequestRejection(400, ENDED);
      const provider = serviceProviderOf(parts.findApplication(begun.applicationId));
      // A page may have been open for an hour: URLs removed since then are no longer valid.
      if (!provider.acsUrls.includes(begun.request.acsUrl))
        throw new SamlRequestRejection(
          403,
          `${begun.request.acsUrl} is no longer registered as an assertion consumer service URL of ${provider.name}.`,
        );
      try {
        return deliver(provider, begun.request, await respond(provider, begun, result, visitor));
      } catch (failure) {
        if (!(failure instanceof SamlStatusFailure)) throw failure;
        return deliver(provider, begun.request, makeFailure(parts, provider, begun.request, failure));
      }
    },
  };
}

function signInUrl(
  parts: SamlSignInParts,
  key: string,
  nonce: string,
  provider: ServiceProvider,
  request: SignInRequest,
): string {
  const query = {
    client_id: samlClientId(provider.application.id),
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${parts.issuer}${RETURN_PATH}`,
    state: key,
    nonce,
    ...(request.forceAuthn ? { prompt: 'login' } : {}),
    ...(request.isPassive ? { prompt: 'none' } : {}),
  };
  const parameters = new URLSearchParams({
    ...query,
    ...parts.tests.signInParameters(provider, request, query),
  });
  return `${parts.issuer}${routes.authorization}?${parameters.toString()}`;
}

/** The user whom the sign-in pages found out. Throws SamlRequestRejection and SamlStatusFailure. */
async function redeem(parts: SamlSignInParts, code: string, nonce: string, { application }: ServiceProvider) {
  const found = await parts.provider.AuthorizationCode.find(code);
  const isOfThis = found?.clientId === samlClientId(application.id) && found.nonce === nonce;
  if (found === undefined || !isOfThis || !found.isValid) throw new SamlRequestRejection(400, ENDED);
  await found.consume();
  const user = parts.findUser(found.accountId ?? '');
  if (user === undefined)
    throw new SamlStatusFailure('responder', 'authnFailed', 'The user is no longer active.');
  return {
    id: user.id,
    username: user.username,
    authenticatedAt: found.authTime === undefined ? parts.now() : found.authTime * 1000,
    sessionId: found.sessionUid ?? nonce,
  };
}

/** Unsolicited: the response has no request (Profiles, section 4.1.5). */
const begunHere = ({ acsUrls }: ServiceProvider, wanted: WantedHere): SignInRequest => ({
  ...wanted,
  acsUrl: acsUrls[0],
  inResponseTo: undefined,
  forceAuthn: false,
  isPassive: false,
  nameIdFormat: undefined,
  authnContext: undefined,
});

/** The result of the sign-in pages, by OpenID Connect error code. */
function failureOf(error: string | undefined): SamlStatusFailure {
  switch (error) {
    case 'login_required':
    case 'interaction_required':
      return new SamlStatusFailure(
        'responder',
        'noPassive',
        "The user is not signed in, and IsPassive doesn't allow a sign-in page.",
      );
    case 'access_denied':
      return new SamlStatusFailure('responder', 'authnFailed', "The user canceled or couldn't sign in.");
    default:
      return new SamlStatusFailure('responder', 'authnFailed', 'Sign-in failed. Try again.');
  }
}
