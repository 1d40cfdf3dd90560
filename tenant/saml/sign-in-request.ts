import { nameIdFormat } from '../../languages/assertion/assertion-document.ts';
import { readAuthnRequest, type AuthnRequest } from './authn-request.ts';
import { decodeMessage } from './decode-message.ts';
import { checkPostSignature, checkRedirectSignature, type SignatureCheck } from './request-signature.ts';
import { SamlRequestRejection, SamlStatusFailure } from './saml-failure.ts';
import { HTTP_POST, passwordContexts } from './saml-names.ts';
import type { ServiceProvider } from './service-provider.ts';

/** A message to the sign-in URL of an application. */
export interface IncomingMessage {
  readonly binding: 'redirect' | 'post';
  readonly samlRequest: string;
  readonly relayState: string | undefined;
  /** The original query of the URL, for the signature of a redirect. */
  readonly query: string;
}

/** Where the response of a sign-in goes, and which request it answers. */
export interface ReturnAddress {
  readonly acsUrl: string;
  readonly relayState: string | undefined;
  /** The ID of the request; undefined for an IdP-initiated sign-in. */
  readonly inResponseTo: string | undefined;
  /** Identifies an IdP-initiated test sign-in, which has no request. */
  readonly testId?: string | undefined;
}

/** A valid sign-in request. */
export interface SignInRequest extends ReturnAddress {
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  readonly nameIdFormat: string | undefined;
  readonly authnContext: string | undefined;
}

/** Requests are good for so long, and clocks may differ by that much. Milliseconds. */
const REQUEST_LIFETIME_MS = 10 * 60_000;
export const CLOCK_SKEW_MS = 3 * 60_000;
/**
 * Far beyond the 80 bytes of the specification (Bindings, section 3.4.3), which few service providers comply
 * with.
 */
const MAX_RELAY_STATE_BYTES = 4096;

/** Result of checking a message: a request to continue with, or a failure to send to its response URL. */
type ReadMessage =
  | { readonly state: 'accepted'; readonly request: SignInRequest }
  | { readonly state: 'failed'; readonly returnTo: ReturnAddress; readonly failure: SamlStatusFailure };

/**
 * Parses and checks a message with an AuthnRequest. Throws SamlRequestRejection until it is certain that a
 * response to a registered URL of this service provider is expected; all other problems are a SAML status
 * there.
 */
export function readSignInRequest(
  provider: ServiceProvider,
  message: IncomingMessage,
  now: number,
): ReadMessage {
  const { relayState } = message;
  if (relayState !== undefined && relayState.length > MAX_RELAY_STATE_BYTES)
    throw new SamlRequestRejection(400, `RelayState is longer than ${MAX_RELAY_STATE_BYTES} characters.`);
  const xml = decodeMessage(message.samlRequest, message.binding === 'redirect');
  const unverified = readAuthnRequest(xml);
  const signature =
    message.binding === 'post'
      ? checkPostSignature(xml, provider.requestCertificates)
      : checkRedirectSignature(message.query, xml, provider.requestCertificates);
  const request = signature.state === 'valid' ? readAuthnRequest(signature.signed) : unverified;
  if (request.issuer !== provider.entityId)
    throw new SamlRequestRejection(
      400,
      `Issuer mismatch: the request has ${request.issuer === '' ? 'no issuer' : request.issuer.slice(0, 200)}, but the audience of ${provider.name} is ${provider.entityId}.`,
    );
  const returnTo = { acsUrl: acsUrlOf(provider, request), relayState, inResponseTo: request.id };
  try {
    requireSignature(provider, signature, message.binding, request);
    requireAnswerable(provider, request, now);
    return {
      state: 'accepted',
      request: {
        ...returnTo,
        forceAuthn: request.forceAuthn,
        isPassive: request.isPassive,
        nameIdFormat: namedFormat(request.nameIdFormat),
        authnContext: authnContextOf(request),
      },
    };
  } catch (failure) {
    if (failure instanceof SamlStatusFailure) return { state: 'failed', returnTo, failure };
    throw failure;
  }
}

/** A registered URL, compared exactly: a response contains personal data. */
function acsUrlOf({ acsUrls, name }: ServiceProvider, { acsUrl, acsIndex }: AuthnRequest): string {
  if (acsUrl !== undefined) {
    if (acsUrls.includes(acsUrl)) return acsUrl;
    throw new SamlRequestRejection(
      403,
      `${acsUrl.slice(0, 300)} is not registered as an assertion consumer service URL of ${name}.`,
    );
  }
  if (acsIndex === undefined) return acsUrls[0];
  const indexed = /^\d{1,5}$/.test(acsIndex) ? acsUrls[Number(acsIndex)] : undefined;
  if (indexed !== undefined) return indexed;
  throw new SamlRequestRejection(
    403,
    `${name} has no assertion consumer service URL with the index ${acsIndex.slice(0, 20)}.`,
  );
}

function requireSignature(
  { requiresSignedRequests, requestCertificates, signInUrl }: ServiceProvider,
  signature: SignatureCheck,
  binding: IncomingMessage['binding'],
  request: AuthnRequest,
): void {
  const denied = (message: string): SamlStatusFailure =>
    new SamlStatusFailure('requester', 'requestDenied', message);
  if (signature.state === 'unsigned') {
    if (!requiresSignedRequests) return;
    throw denied("The request isn't signed, but this application must sign its requests.");
  }
  if (signature.state === 'invalid') {
    // Without a certificate it can't be verified: treat it as unsigned.
    if (requestCertificates.length === 0 && !requiresSignedRequests) return;
    throw denied(signature.reason);
  }
  // A request signed for another provider must be rejected (Bindings, sections 3.4.5.2 and 3.5.5.2).
  if (request.destination === undefined)
    throw denied(`A signed request must name ${signInUrl} as its Destination (${binding} binding).`);
}

function requireAnswerable({ signInUrl }: ServiceProvider, request: AuthnRequest, now: number): void {
  if (request.version !== '2.0')
    throw new SamlStatusFailure('versionMismatch', undefined, 'The request must use SAML 2.0.');
  if (request.destination !== undefined && request.destination !== signInUrl)
    throw new SamlStatusFailure(
      'requester',
      'requestDenied',
      `The Destination of the request must be ${signInUrl}.`,
    );
  if (Number.isNaN(request.issuedAt))
    throw new SamlStatusFailure('requester', 'requestDenied', 'The request has no valid IssueInstant.');
  if (request.issuedAt > now + CLOCK_SKEW_MS || request.issuedAt < now - REQUEST_LIFETIME_MS)
    throw new SamlStatusFailure(
      'requester',
      'requestDenied',
      'The request has expired or is from the future. Check the clocks of both computers and try again.',
    );
  if (request.binding !== undefined && request.binding !== HTTP_POST)
    throw new SamlStatusFailure(
      'requester',
      'unsupportedBinding',
      'Only the HTTP-POST binding is supported for responses.',
    );
  if (request.forceAuthn && request.isPassive)
    throw new SamlStatusFailure(
      'requester',
      'noPassive',
      "ForceAuthn and IsPassive can't be combined, because signing in again requires a page.",
    );
}

/** Undefined if any format is acceptable. */
function namedFormat(format: string | undefined): string | undefined {
  return format === undefined || format === nameIdFormat('unspecified') || format.endsWith(':unspecified')
    ? undefined
    : format;
}

/** The requested context that a sign-in here satisfies; undefined if any is acceptable. */
function authnContextOf({ authnContexts, contextComparison }: AuthnRequest): string | undefined {
  if (authnContexts.length === 0) return undefined;
  const met = passwordContexts.find((one) => authnContexts.includes(one));
  const unspecified = authnContexts.find((one) => one.endsWith(':unspecified'));
  if (contextComparison !== 'better' && (met !== undefined || unspecified !== undefined)) return met;
  throw new SamlStatusFailure(
    'responder',
    'noAuthnContext',
    `This tenant supports only password sign-in: ${passwordContexts.join(' or ')}.`,
  );
}
