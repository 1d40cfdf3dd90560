import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';

/** What errors mean, and what to do. Source: RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core 1.0, 3.1.2.6. */
const meanings: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  access_denied: [
    'The tenant denied access',
    'Unless you canceled, check that the application is assigned to a role of this user.',
  ],
  login_required: ['The user didn’t sign in', 'Run the test again and sign in.'],
  consent_required: [
    'The user didn’t consent',
    'Run the test again and allow what the application requests.',
  ],
  interaction_required: ['The tenant requires user interaction', 'Run the test again.'],
  invalid_client: ['The tenant rejected the client', 'Check the client ID and the client authentication.'],
  invalid_grant: [
    'The code couldn’t be exchanged',
    'Run the test again. A code works once, within a minute.',
  ],
  invalid_request: [
    'The tenant couldn’t read the request',
    'Check the redirect URLs and the response types.',
  ],
  invalid_scope: ['The application isn’t allowed these scopes', 'Check the scopes of the application.'],
  unauthorized_client: [
    'The application isn’t allowed this flow',
    'Check the grant types and the response types.',
  ],
  unsupported_response_type: ['The tenant doesn’t support this response type', 'Check the response types.'],
  server_error: ['The tenant had an internal error', 'Run the test again.'],
  temporarily_unavailable: ['The tenant is busy', 'Run the test again in a minute.'],
  mix_up: ['The response came from another issuer', 'It was not used.'],
  no_id_token: ['No ID token was returned', ''],
  invalid_id_token: ['The ID token couldn’t be read', ''],
};

export function rejectionOf(code: string, description: string): Extract<TestOutcome, { kind: 'rejected' }> {
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  const [title, advice] = known ?? [
    'The tenant rejected the sign-in',
    'Check the sign-on settings of the application.',
  ];
  const sentence = description === '' || /[.!?]$/.test(description) ? description : `${description}.`;
  return {
    kind: 'rejected',
    title,
    explanation: [sentence, advice].filter((text) => text !== '').join(' '),
    code,
  };
}
