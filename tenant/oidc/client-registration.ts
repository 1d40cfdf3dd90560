import { errors, type AdapterPayload, type Provider } from 'oidc-provider';
import type { MemberProblem } from '../management/application-operations.ts';
import type { StoredApplication } from '../management/application-record.ts';
import { REGISTERED_TEXTS, toClient } from './application-client.ts';
import { problemOfClient } from './client-members.ts';

/**
 * Problem with the client of an application: each member separately, and then what the provider would report
 * at the first sign-in, such as an unknown algorithm or two contradicting members.
 */
export function createClientCheck(
  provider: Provider,
): (application: StoredApplication) => MemberProblem | undefined {
  return (application) => {
    const found = problemOfClient(application);
    const client = found === undefined ? toClient(application) : undefined;
    return client === undefined ? found : problemOfRegistration(provider, client);
  };
}

function problemOfRegistration(provider: Provider, client: AdapterPayload): MemberProblem | undefined {
  try {
    Reflect.construct(provider.Client, [finished(client)]);
    return undefined;
  } catch (error) {
    if (!(error instanceof errors.InvalidClientMetadata)) throw error;
    return inMembers(error.error_description ?? error.message, error.cause);
  }
}

/** Completed with a secret and keys if missing: they may be set later, and must not hide other problems. */
function finished(client: AdapterPayload): AdapterPayload {
  return {
    client_secret: 'a placeholder until an admin sets the real secret',
    ...client,
    ...(client.jwks === undefined && client.jwks_uri === undefined
      ? { jwks_uri: 'https://keys.invalid/' }
      : {}),
  };
}

const MEMBERS: readonly (readonly [string, string])[] = [
  ...REGISTERED_TEXTS,
  ['token_endpoint_auth_method', 'TokenEndpointAuthMethod'],
  ['redirect_uris', 'Redirects'],
  ['post_logout_redirect_uris', 'PostLogoutRedirects'],
  ['response_types', 'ResponseTypes'],
  ['jwks', 'Jwks'],
];

/** Converts the provider's error about a registration to one about the members it comes from. */
function inMembers(description: string, cause: unknown): MemberProblem {
  if (/JSON Web Key Set/.test(description)) {
    const detail = cause instanceof Error ? ` (${cause.message})` : '';
    return {
      member: 'OAuthProfile.Jwks',
      problem: `has a key that isn't a client's public key${detail}.`,
    };
  }
  const named = MEMBERS.reduce(
    (text, [name, member]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), member),
    description,
  );
  const [member = 'ClientID', ...rest] = named.split(' ');
  const isMember = MEMBERS.some(([, known]) => known === member);
  return {
    member: isMember ? `OAuthProfile.${member}` : 'OAuthProfile',
    problem: `${isMember ? rest.join(' ') : `is invalid: ${named}`}.`,
  };
}
