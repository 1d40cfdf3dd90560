import type { AdapterPayload } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';

const PREFIX = 'saml:';

/** The path to which the sign-in pages return. */
export const RETURN_PATH = '/applogin/return';

export const samlClientId = (applicationId: string): string => `${PREFIX}${applicationId}`;

interface SamlClientParts {
  readonly issuer: string;
  readonly findApplication: (id: string) => StoredApplication | undefined;
  /**
   * New at each start and unknown to anyone: no code of such a client can be redeemed at the token endpoint.
   */
  readonly secret: string;
}

/**
 * SAML applications use the sign-in pages and sessions of OpenID Connect: for these, the tenant is its own
 * client, one for each application, whose only redirect URL is the tenant's own.
 */
export function createSamlClients({
  issuer,
  findApplication,
  secret,
}: SamlClientParts): (clientId: string) => AdapterPayload | undefined {
  return (clientId) => {
    if (!clientId.startsWith(PREFIX)) return undefined;
    const application = findApplication(clientId.slice(PREFIX.length));
    if (application?.kind !== 'Saml') return undefined;
    const name = application.members['Name'];
    return {
      client_id: clientId,
      client_name: typeof name === 'string' && name !== '' ? name : application.id,
      client_secret: secret,
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${issuer}${RETURN_PATH}`],
    };
  };
}
