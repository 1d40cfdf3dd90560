import { createHash } from 'node:crypto';
import {
  assertionLines,
  nameIdFormat,
  renderResponse,
} from '../../languages/assertion/assertion-document.ts';
import type { Assertion } from '../../languages/assertion/assertion-draft.ts';
import { AssertionScriptError } from '../../languages/assertion/script-failure.ts';
import { xmlText } from '../../languages/assertion/xml-text.ts';
import type { ApplicationScripts } from '../management/application-scripts.ts';
import { SamlStatusFailure, type SamlStatus } from './saml-failure.ts';
import { isHashName, passwordContexts, statusCodes } from './saml-names.ts';
import type { ServiceProvider } from './service-provider.ts';
import { CLOCK_SKEW_MS, type ReturnAddress, type SignInRequest } from './sign-in-request.ts';
import { encryptAssertion, signRoot } from './sign-response.ts';
import type { SigningCertificate } from './signing-certificate.ts';

/** A response to be posted to the service provider, with the HTTP-POST binding. */
export interface OutgoingResponse {
  readonly acsUrl: string;
  /** Base64. */
  readonly samlResponse: string;
  readonly relayState: string | undefined;
}

interface SignedInUser {
  readonly id: string;
  readonly username: string;
  /** Milliseconds since the epoch. */
  readonly authenticatedAt: number;
  /** ID of the session at this tenant; secret. */
  readonly sessionId: string;
}

export interface ResponseParts {
  readonly key: SigningCertificate;
  readonly scripts: ApplicationScripts;
  readonly now: () => number;
  readonly newId: () => string;
}

export const ASSERTION_LIFETIME_MS = 5 * 60_000;

/**
 * The response with the output of the application's script for the user. Throws SamlStatusFailure if the
 * script fails, produces no SAML 2.0 assertion, or names the user in a way that contradicts the request.
 */
export async function makeResponse(
  parts: ResponseParts,
  provider: ServiceProvider,
  request: SignInRequest,
  user: SignedInUser,
): Promise<OutgoingResponse> {
  const scripted = await runScript(parts, provider, request, user);
  const assertion = completed(scripted, provider, request);
  const { issuer } = assertion;
  const hash = isHashName(scripted.digestMethod) ? scripted.digestMethod : 'sha256';
  const issuedAt = parts.now();
  const lines = assertionLines(assertion, {
    assertionId: `_${parts.newId()}`,
    issuedAt,
    notBefore: issuedAt - CLOCK_SKEW_MS,
    notOnOrAfter: issuedAt + ASSERTION_LIFETIME_MS,
    authenticatedAt: user.authenticatedAt,
    sessionIndex: sessionIndexOf(provider, user),
    inResponseTo: request.inResponseTo,
  });
  const signsResponse = provider.signsResponse || scripted.signatureType === 'Response';
  const signsAssertion = provider.signsAssertion || !signsResponse;
  const text = lines.join('\n');
  const signed = signsAssertion ? signRoot(text, parts.key, hash) : text;
  const content = provider.encryptsAssertion ? await encrypted(signed, provider) : signed;
  const response = renderResponse({
    responseId: `_${parts.newId()}`,
    issuedAt,
    issuer: issuer ?? '',
    destination: assertion.httpDestination,
    inResponseTo: request.inResponseTo,
    content: [content],
  });
  return outgoing(signsResponse ? signRoot(response, parts.key, hash) : response, {
    ...request,
    acsUrl: postedTo(provider, request, scripted),
    relayState: relayStateOf(scripted, provider, request),
  });
}

/** A signed response that says why it contains no assertion. */
export function makeFailure(
  { key, now, newId }: Pick<ResponseParts, 'key' | 'now' | 'newId'>,
  provider: ServiceProvider,
  returnTo: ReturnAddress,
  { status }: SamlStatusFailure,
): OutgoingResponse {
  const response = renderResponse({
    responseId: `_${newId()}`,
    issuedAt: now(),
    issuer: provider.issuer,
    destination: returnTo.acsUrl,
    inResponseTo: returnTo.inResponseTo,
    status: statusXml(status),
  });
  return outgoing(signRoot(response, key, 'sha256'), returnTo);
}

const outgoing = (xml: string, { acsUrl, relayState }: ReturnAddress): OutgoingResponse => ({
  acsUrl,
  samlResponse: Buffer.from(xml).toString('base64'),
  relayState,
});

function statusXml({ code, detail, message }: SamlStatus): string {
  const inner = detail === undefined ? '' : `<samlp:StatusCode Value="${statusCodes[detail]}"/>`;
  return `<samlp:StatusCode Value="${statusCodes[code]}">${inner}</samlp:StatusCode><samlp:StatusMessage>${xmlText(message)}</samlp:StatusMessage>`;
}

async function runScript(
  { scripts }: ResponseParts,
  { application, acsUrls, recipient }: ServiceProvider,
  { acsUrl }: SignInRequest,
  user: SignedInUser,
): Promise<Assertion> {
  try {
    // So that ServiceUrl is the URL that is used, of several.
    const members = { ...application.members, ACSUrl: acsUrl };
    const { assertion, setBy } = await scripts.run({ ...application, members }, user.id);
    const isRecipientSet = setBy.some((setting) => setting.function === 'setRecipient');
    return isRecipientSet || recipient === undefined || acsUrl !== acsUrls[0]
      ? assertion
      : { ...assertion, recipient };
  } catch (error) {
    if (!(error instanceof AssertionScriptError)) throw error;
    throw new SamlStatusFailure(
      'responder',
      undefined,
      `The script of the application failed. ${error.message}`,
    );
  }
}

/**
 * Values that the script didn't set come from the record and the request; those it set are unchanged, right
 * or wrong.
 */
function completed(scripted: Assertion, provider: ServiceProvider, request: SignInRequest): Assertion {
  if (scripted.version !== '2.0')
    throw new SamlStatusFailure(
      'responder',
      'requestUnsupported',
      "The script requests SAML 1.1, but this tenant issues SAML 2.0 only. Remove setVersion or set it to '2'.",
    );
  return {
    ...scripted,
    subjectNameFormat: formatOf(scripted, provider, request),
    audience: scripted.audience ?? provider.entityId,
    authenticationMethod: scripted.authenticationMethod ?? request.authnContext ?? passwordContexts[0],
  };
}

/** If neither the script nor the record sets a format, the request may (Core, section 3.4.1.1). */
function formatOf(scripted: Assertion, provider: ServiceProvider, request: SignInRequest): string {
  const unspecified = nameIdFormat('unspecified');
  const own = nameIdFormat(scripted.subjectNameFormat ?? provider.nameIdFormat);
  const wanted = request.nameIdFormat;
  if (wanted === undefined || own === wanted) return own;
  if (own === unspecified && !wanted.endsWith(':encrypted')) return wanted;
  throw new SamlStatusFailure(
    'requester',
    'invalidNameIdPolicy',
    `The request requires the name ID format ${wanted}, but the application uses ${own}.`,
  );
}

/** Returns the service provider's relay state, unless the script overwrites it. */
function relayStateOf(
  { relayState, overwritesRelayState }: Assertion,
  provider: ServiceProvider,
  request: SignInRequest,
): string | undefined {
  if (overwritesRelayState && relayState !== null) return relayState;
  return request.relayState ?? relayState ?? provider.relayState;
}

/** The URL set by the script, if it is registered: assertions are never sent elsewhere. */
function postedTo({ acsUrls }: ServiceProvider, { acsUrl }: SignInRequest, scripted: Assertion): string {
  const named = scripted.httpDestination;
  return named !== null && acsUrls.includes(named) ? named : acsUrl;
}

async function encrypted(
  assertion: string,
  { name, encryptionCertificate }: ServiceProvider,
): Promise<string> {
  if (encryptionCertificate === undefined)
    throw new SamlStatusFailure(
      'responder',
      undefined,
      `${name} requires encrypted assertions, but its EncryptionCertificate is missing or invalid.`,
    );
  try {
    return await encryptAssertion(assertion, encryptionCertificate);
  } catch {
    throw new SamlStatusFailure(
      'responder',
      undefined,
      `The EncryptionCertificate of ${name} must have an RSA key.`,
    );
  }
}

/**
 * The same for each sign-in of one session to one application, and different for other applications, so that
 * they can't correlate users.
 */
function sessionIndexOf({ entityId }: ServiceProvider, { sessionId }: SignedInUser): string {
  return `_${createHash('sha256').update(`${sessionId} ${entityId}`).digest('base64url')}`;
}
