import { z } from 'zod';
import { hostsBesideIssuer } from '../../../contract/tenants/sign-in-servers.ts';
import type { ProviderEndpoints } from '../../../contract/tenants/tenants.ts';
import { isSecureAddress } from '../../../contract/schema/loopback.ts';

const endpoint = z.string().refine(isSecureAddress, 'is not an https URL');

/** Unusable values are treated as missing: many products use `null`, `""` and empty lists for that. */
const optionalEndpoint = endpoint.optional().catch(undefined);
const optionalTexts = z
  .array(z.unknown())
  .transform((values) => values.filter((value) => typeof value === 'string' && value !== ''))
  .transform((texts) => (texts.length === 0 ? undefined : (texts as string[])))
  .optional()
  .catch(undefined);

/** Accepted algorithms if the provider lists none: its published keys decide. All are asymmetric. Source: RFC 7518, section 3.1; RFC 8037; RFC 9864. */
const signatureAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Source: OpenID Connect Discovery 1.0, section 3. Only the members needed for sign-in. */
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
    /** If true, the callback must have `iss`; also accepts strings. Source: RFC 9207, section 3. */
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
 * Endpoint hosts, including ports, other than the issuer's. A malicious tenant can use an honest provider's endpoint there to obtain
 * what that provider issues to the user (mix-up attack). Source: RFC 9700, section 4.4.
 */
export function otherHosts(metadata: ProviderMetadata): readonly string[] {
  const endpoints = Object.entries(metadata).flatMap(([name, value]) =>
    typeof value === 'string' && /_(endpoint|uri)$/.test(name) ? [value] : [],
  );
  return hostsBesideIssuer(metadata.issuer, endpoints);
}

/** The metadata of a provider with manually entered endpoints. */
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

/** The inverse: discovered endpoints for manual editing. */
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

/** How a client secret is sent: with Basic, unless the provider only accepts it in the form. */
export function secretMethodOf(metadata: ProviderMetadata): ProviderEndpoints['clientAuthentication'] {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const takesFormOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return takesFormOnly ? 'client_secret_post' : 'client_secret_basic';
}
