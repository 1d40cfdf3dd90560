import { redirectUri } from '../../../contract/tenants/connection-check.ts';
import { counted, formatList } from '../../../languages/text/intl.ts';
import { shorten } from '../client/tenant-message.ts';
import type { OpenIdCall } from '../session/open-id-call.ts';
import type { Finding } from './finding.ts';
import { failed } from './finding.ts';

type Explanation = Readonly<Record<'cause', string> & Record<'fixes', readonly string[]>>;

/** Why the tenant rejects a client, and what to change in the app that is registered there. */
export function describeRejection(
  code: string,
  call: Pick<OpenIdCall, 'profile' | 'clientSecret'>,
  response: string,
  endpoint: 'authorization' | 'token' = 'authorization',
): Finding {
  const explanation =
    endpoint === 'token' && code === 'invalid_client' ? ofSecret(call) : explain(code, response, call);
  const text = shorten(response);
  return failed({
    finding: `Rejected: ${code}`,
    ...explanation,
    code,
    response: text === code ? undefined : text,
  });
}

function explain(
  code: string,
  response: string,
  { profile: { clientId, scopes } }: Pick<OpenIdCall, 'profile'>,
): Explanation {
  // Some providers only mention it in the text of `invalid_request`.
  if (/redirect/.test(code) || (code === 'invalid_request' && /redirect/i.test(response)))
    return {
      cause: 'The redirect URI isn’t registered with the app.',
      fixes: [
        `Add ${redirectUri} to the redirect URIs of the app.`,
        'Register it as a native app, so that any port is allowed.',
      ],
    };
  switch (code) {
    case 'invalid_client':
      return {
        cause: 'The tenant doesn’t accept this client ID.',
        fixes: [
          `Copy the client ID from the app again. This one has ${counted(clientId.length, 'character')}.`,
          'Make sure that the app is deployed.',
          'Check that the app is registered with this tenant.',
        ],
      };
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'unsupported_response_type':
      return {
        cause: 'The app isn’t allowed to sign in with an authorization code.',
        fixes: [
          'Allow the grant authorization_code, with PKCE, for the app.',
          'Allow the response type code.',
        ],
      };
    case 'invalid_scope':
      return {
        cause: 'The tenant rejects a scope.',
        fixes: [`Allow ${formatList(scopes)} for the app, or remove scopes that the tenant doesn’t know.`],
      };
    default:
      return {
        cause: 'The tenant rejects the sign-in request.',
        fixes: [
          'Compare the client ID and the redirect URI with the app.',
          'Show the response, and ask the tenant’s admin.',
        ],
      };
  }
}

function ofSecret({ clientSecret }: Pick<OpenIdCall, 'clientSecret'>): Explanation {
  return clientSecret === undefined
    ? {
        cause: 'The tenant expects a client secret from this app.',
        fixes: ['Set the client type to Public. If it must be confidential, add its secret.'],
      }
    : {
        cause: 'The tenant rejects the client secret.',
        fixes: [
          'Copy the secret from the app again: it may have been replaced.',
          'If the app is public, remove the secret.',
        ],
      };
}
