import type { DatabaseSync } from 'node:sqlite';
import type { AdapterPayload, Provider } from 'oidc-provider';
import { verifyPassword } from './passwords.ts';

/**
 * Service users obtain tokens with their own name and password: Basic authentication and
 * `grant_type=client_credentials` (compatibility, "service users"). Each is a client named like the user and,
 * if an application allows the password grant, the client with which users obtain its tokens.
 */
export interface ServiceUsers {
  findClient(name: string): AdapterPayload | undefined;
  /** The user ID for a client ID. */
  findUserId(clientId: string): string | undefined;
}

export function createServiceUsers(database: DatabaseSync): ServiceUsers {
  const select = database.prepare(
    "SELECT ID, DisplayName FROM User WHERE Username = ? AND UserType = 'Service' AND Status = 'Active'",
  );
  return {
    findClient(name) {
      const row = select.get(name);
      if (row === undefined) return undefined;
      return {
        client_id: name,
        client_name: String(row['DisplayName']),
        // Never compared: `compareServiceUserPasswords` checks the stored password hash instead.
        client_secret: `service-user:${String(row['ID'])}`,
        token_endpoint_auth_method: 'client_secret_basic',
        // `password` is for the URL of an application that allows it (`addressed-application.ts`).
        grant_types: ['client_credentials', 'password'],
        response_types: [],
        redirect_uris: [],
      };
    },
    findUserId(clientId) {
      const id = select.get(clientId)?.['ID'];
      return typeof id === 'string' ? id : undefined;
    },
  };
}

/** Checks a service user's password against its hash instead of a stored client secret. */
export function compareServiceUserPasswords(
  provider: Provider,
  database: DatabaseSync,
  users: ServiceUsers,
): void {
  const prototype = provider.Client.prototype;
  const compare = prototype.compareClientSecret;
  prototype.compareClientSecret = function compareClientSecret(secret) {
    if (users.findUserId(this.clientId) === undefined) return compare.call(this, secret);
    return verifyPassword(database, this.clientId, secret) !== undefined;
  };
}
