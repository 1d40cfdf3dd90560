import type { IncomingMessage } from 'node:http';
import { errors, type KoaContextWithOIDC, type OIDCContext, type Provider } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import { admitsServiceUsers } from './application-client.ts';

/** Whom an address such as `/oauth2/token/{app}` is of. */
export interface AddressedClient {
  readonly clientId: string;
  /** As it stood in the address. */
  readonly name: string;
  /** Undefined for the desk's own client, which is no application. */
  readonly application: StoredApplication | undefined;
}

interface AddressedClients {
  /** Makes this request one to that client alone. */
  address(request: IncomingMessage, client: AddressedClient): void;
  /** Undefined for an address that all clients share. */
  of(request: IncomingMessage): AddressedClient | undefined;
}

/**
 * Lets the addresses of one application serve that application, and service users who come for it; there its name stands
 * for its client ID (compatibility, "OAuth of one application").
 */
export function createAddressedClients(
  provider: Provider,
  isServiceUser: (clientId: string) => boolean,
): AddressedClients {
  const clients = new WeakMap<IncomingMessage, AddressedClient>();
  const prototype = provider.OIDCContext.prototype;
  const entity = prototype.entity;
  prototype.entity = function entityOfAddress(key, value: unknown) {
    const ctx: unknown = Reflect.get(this, 'ctx');
    const addressed = isContext(ctx) ? clients.get(ctx.req) : undefined;
    if (key === 'Client' && addressed !== undefined && value instanceof provider.Client) {
      const isOwn = value.clientId === addressed.clientId;
      if (!isOwn && !(this.route !== 'authorization' && isServiceUser(value.clientId)))
        throw this.route === 'userinfo'
          ? new errors.InvalidToken('This address is of another application.')
          : new errors.InvalidClient('This address is of another application.', value.clientId);
    }
    if (key === 'Client' && value instanceof provider.Client && isServiceUser(value.clientId))
      demandGrant(this, addressed?.application);
    entity.call(this, key, value);
  };
  const kept = Symbol('parameters');
  Object.defineProperty(prototype, 'params', {
    configurable: true,
    get() {
      return Reflect.get(this as object, kept) as unknown;
    },
    set(params: unknown) {
      const ctx: unknown = Reflect.get(this as object, 'ctx');
      if (isContext(ctx) && typeof params === 'object' && params !== null) {
        const addressed = clients.get(ctx.req);
        if (addressed !== undefined && isNameOf(addressed, Reflect.get(params, 'client_id'))) {
          const isElsewhere = ctx.req.headers.authorization !== undefined && ctx.method === 'POST';
          Reflect.set(params, 'client_id', isElsewhere ? undefined : addressed.clientId);
        }
      }
      Reflect.set(this as object, kept, params);
    },
  });
  return {
    address(request, client) {
      clients.set(request, client);
    },
    of: (request) => clients.get(request),
  };
}

/** Throws where a service user asks for a token with a grant that the application does not allow; without one, for itself only. */
function demandGrant({ route, params }: OIDCContext, application: StoredApplication | undefined): void {
  if (route !== 'token') return;
  const grantType = params?.['grant_type'];
  const isAllowed =
    application === undefined
      ? grantType === 'client_credentials'
      : admitsServiceUsers(application, grantType);
  if (!isAllowed) throw new errors.UnauthorizedClient('The application does not allow this grant.');
}

/** Whether a text names the application: as it is addressed, or by its name or service name. */
export function isNameOf({ name, application }: AddressedClient, text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const names = [name, application?.members['ServiceName'], application?.members['Name']];
  return names.some((one) => typeof one === 'string' && one.toLowerCase() === text.toLowerCase());
}

function isContext(value: unknown): value is KoaContextWithOIDC {
  return typeof value === 'object' && value !== null && 'req' in value;
}
