import type { SigningCertificate } from '../../contract/applications/applications.ts';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { failed, passed, skipped, timeLeft } from './check.ts';
import { find } from './read-message.ts';
import { formatDate } from '../../languages/text/intl.ts';

/** What a response is checked against. */
export interface ExpectedResponse {
  /** Null when the sign-in started at the tenant. */
  readonly requestId: string | null;
  /** The requested relay state; null when none was requested. */
  readonly relayState: string | null;
  /** Of the tenant, from its metadata. */
  readonly issuer: string;
  readonly audience: string;
  readonly acsUrl: string;
  readonly certificate: SigningCertificate | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What was received. */
export interface ReceivedResponse {
  readonly response: XmlElement;
  readonly assertion: XmlElement | undefined;
  readonly relayState: string | null;
}

/** Allowed clock skew in milliseconds. */
const tolerance = 60_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Every check of SAML 2.0 Profiles, 4.1.4.3, except the signature, also after one failed. */
export function checkResponse(
  { response, assertion, relayState }: ReceivedResponse,
  expected: ExpectedResponse,
): readonly SignInCheck[] {
  const confirmation = confirmationOf(assertion);
  const data = find(confirmation, 'SubjectConfirmationData')?.attributes ?? {};
  return [
    checkCertificate(expected),
    compare(
      'Issuer matches',
      find(assertion, 'Issuer')?.text,
      expected.issuer,
      "It isn't the entity ID in the tenant's metadata.",
    ),
    compare(
      'Destination matches',
      response.attributes['Destination'],
      expected.acsUrl,
      "The response isn't addressed to the assertion consumer service of the application.",
    ),
    compare(
      'Recipient matches',
      data['Recipient'],
      expected.acsUrl,
      'The application accepts only its own assertion consumer service URL.',
    ),
    checkAudience(assertion, expected.audience),
    checkRequest(response, data, expected.requestId),
    ...(expected.requestId === null ? [checkRelayState(relayState, expected.relayState)] : []),
    checkTimes(assertion, data, expected.now),
    compare(
      'Bearer confirmation',
      confirmation?.attributes['Method'],
      bearer,
      'Browser sign-in requires the bearer method.',
    ),
  ];
}

/** The bearer one of several. */
export function confirmationOf(assertion: XmlElement | undefined): XmlElement | undefined {
  const all =
    find(assertion, 'Subject')?.children.filter(({ local }) => local === 'SubjectConfirmation') ?? [];
  return all.find(({ attributes }) => attributes['Method'] === bearer) ?? all[0];
}

export function audiencesOf(assertion: XmlElement | undefined): readonly string[] {
  const restriction = find(assertion, 'Conditions', 'AudienceRestriction');
  return restriction?.children.filter(({ local }) => local === 'Audience').map(({ text }) => text) ?? [];
}

function checkCertificate({ certificate, now }: ExpectedResponse): SignInCheck {
  const name = 'Certificate current';
  if (certificate === undefined)
    return failed(name, '', "The tenant's metadata has no readable certificate.");
  const day = formatDate(new Date(certificate.validTo), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return certificate.validTo > now
    ? passed(name, `until ${day}`)
    : failed(name, '', `The certificate expired on ${day}. Applications that check it reject the response.`);
}

function compare(
  name: string,
  received: string | undefined,
  expected: string,
  explanation: string,
): SignInCheck {
  return received === expected
    ? passed(name, expected)
    : failed(name, '', explanation, { received: received ?? '(none)', expected });
}

function checkAudience(assertion: XmlElement | undefined, expected: string): SignInCheck {
  const name = 'Audience matches';
  const audiences = audiencesOf(assertion);
  return audiences.includes(expected)
    ? passed(name, expected)
    : failed(name, '', 'The application accepts only its own entity ID.', {
        received: audiences.join(', ') || '(none)',
        expected,
      });
}

function checkRequest(
  response: XmlElement,
  data: Readonly<Record<string, string>>,
  requestId: string | null,
): SignInCheck {
  const answered = [response.attributes['InResponseTo'], data['InResponseTo']];
  if (requestId === null) {
    const name = 'InResponseTo absent';
    const [id] = answered.filter((one) => one !== undefined);
    return id === undefined
      ? passed(name, 'no InResponseTo')
      : failed(name, '', 'A response without a request must not have InResponseTo.', {
          received: id,
          expected: '(none)',
        });
  }
  const wrong = answered.find((id) => id !== requestId);
  return compare(
    'InResponseTo matches',
    wrong ?? requestId,
    requestId,
    'InResponseTo isn’t the ID of the request.',
  );
}

/** A sign-in started at the tenant may contain the page of the application to open. Source: SAML 2.0 Bindings, 3.5.3. */
function checkRelayState(received: string | null, expected: string | null): SignInCheck {
  const name = 'Relay state returned';
  if (expected === null)
    return skipped(
      name,
      received === null ? 'None was requested.' : `None was requested. Received: ${received}`,
    );
  return compare(
    name,
    received ?? undefined,
    expected,
    'The script replaced it: see setRelayState, whose second argument overwrites the requested value.',
  );
}

function checkTimes(
  assertion: XmlElement | undefined,
  data: Readonly<Record<string, string>>,
  now: number,
): SignInCheck {
  const name = 'Not expired';
  const conditions = find(assertion, 'Conditions')?.attributes ?? {};
  const begins = Date.parse(conditions['NotBefore'] ?? '');
  const ends = [conditions['NotOnOrAfter'], data['NotOnOrAfter']].map((time) => Date.parse(time ?? ''));
  const end = Math.min(...ends.filter((time) => !Number.isNaN(time)));
  if (data['NotOnOrAfter'] === undefined)
    return failed(name, '', 'The subject confirmation has no NotOnOrAfter.');
  if (end + tolerance <= now)
    return failed(name, '', 'The assertion has expired. Compare the clocks of this computer and the tenant.');
  if (begins - tolerance > now)
    return failed(
      name,
      '',
      "The assertion isn't valid yet. Compare the clocks of this computer and the tenant.",
    );
  return passed(name, timeLeft((end - now) / 1000));
}
