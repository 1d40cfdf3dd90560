import { z } from 'zod';
import { hostsBesideIssuer } from '../../../contract/tenants/sign-in-servers.ts';
import type { ProviderEndpoints } from '../../../contract/tenants/tenants.ts';
import { isSecureAddress } from '../../platform/http/loopback.ts';

const endpoint = z.string().refine(isSecureAddress, 'is not an https address');

/** What cannot be used is treated as left out: `null`, `""` and empty lists stand for that in many products. */
const optionalEndpoint = endpoint.optional().catch(undefined);
const optionalTexts = z
  .array(z.unknown())
  .transform((values) => values.filter((value) => typeof value === 'string' && value !== ''))
  .transform((texts) => (texts.length === 0 ? undefined : (texts as string[])))
  .optional()
  .catch(undefined);

/** What is accepted where the provider lists nothing usable: its published keys decide. All need a key pair. Source: RFC 7518, section 3.1; RFC 8037; RFC 9864. */
const signatureAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Source: OpenID Connect Discovery 1.0, section 3. Only what the sign-in needs. */
export const metadataSchema = z
  .object({
    issuer: endpoint,
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: optionalEndpoint,
    revocation_endpoint: optionalEndpoint,
    scopes_supported: optionalTexts,
    code_challenge_methods_supported: optionalTexts,
    token_endpoint_auth_methods_supported: optionalTexts,
    id_token_signing_alg_values_supported: optionalTexts.transform((listed) => listed ?? signatureAlgorithms),
    /** A promise that the callback is checked against: written as text it is one, too. Source: RFC 9207, section 3. */
    authorization_response_iss_parameter_supported: z
      .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
      .optional()
      .catch(undefined),
  })
  .transform(withoutUndefined);

export type ProviderMetadata = z.infer<typeof metadataSchema>;

type Present<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

function withoutUndefined<Members extends object>(members: Members): Present<Members> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<Members>;
}

/**
 * The hosts of its endpoints, with their ports, that are not the issuer's. A hostile tenant can name an honest provider's
 * endpoint there, and so get what that one issues to the person (mix-up). Source: RFC 9700, section 4.4.
 */
export function otherHosts(metadata: ProviderMetadata): readonly string[] {
  const endpoints = Object.entries(metadata).flatMap(([name, value]) =>
    typeof value === 'string' && /_(endpoint|uri)$/.test(name) ? [value] : [],
  );
  return hostsBesideIssuer(metadata.issuer, endpoints);
}

/** The metadata of a provider whose endpoints a person has entered. */
export function metadataOf(issuer: string, endpoints: ProviderEndpoints): ProviderMetadata {
  return metadataSchema.parse({
    issuer,
    authorization_endpoint: endpoints.authorizationEndpoint,
    token_endpoint: endpoints.tokenEndpoint,
    jwks_uri: endpoints.jwksUri,
    userinfo_endpoint: endpoints.userinfoEndpoint,
    revocation_endpoint: endpoints.revocationEndpoint,
    token_endpoint_auth_methods_supported: [endpoints.clientAuthentication],
  });
}

/** The other way round: what a person can go on from. */
export function endpointsOf(metadata: ProviderMetadata): ProviderEndpoints {
  const { userinfo_endpoint: userinfo, revocation_endpoint: revocation } = metadata;
  return {
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    jwksUri: metadata.jwks_uri,
    ...(userinfo === undefined ? {} : { userinfoEndpoint: userinfo }),
    ...(revocation === undefined ? {} : { revocationEndpoint: revocation }),
    clientAuthentication: secretMethodOf(metadata),
  };
}

/** How a client secret is sent: by Basic, unless the provider takes it in the form only. */
export function secretMethodOf(metadata: ProviderMetadata): ProviderEndpoints['clientAuthentication'] {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const takesFormOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return takesFormOnly ? 'client_secret_post' : 'client_secret_basic';
}
