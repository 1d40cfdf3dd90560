import type { IncomingMessage } from 'node:http';
import { errors, type KoaContextWithOIDC, type OIDCContext, type Provider } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import { admitsServiceUsers } from './application-client.ts';

/** The client named in a URL such as `/oauth2/token/{app}`. */
export interface AddressedClient {
  readonly clientId: string;
  /** As written in the URL. */
  readonly name: string;
  /** Undefined for Tenant Desk's own client, which isn't an application. */
  readonly application: StoredApplication | undefined;
}

interface AddressedClients {
  /** Makes this request one to that client alone. */
  address(request: IncomingMessage, client: AddressedClient): void;
  /** Undefined for a URL shared by all clients. */
  of(request: IncomingMessage): AddressedClient | undefined;
}

/**
 * Makes the URLs of one application work only for that application, and for service users that request tokens
 * for it; there its name can be used as its client ID (compatibility, "OAuth of one application").
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
          ? new errors.InvalidToken('This URL belongs to another application.')
          : new errors.InvalidClient('This URL belongs to another application.', value.clientId);
    }
    if (key === 'Client' && value instanceof provider.Client && isServiceUser(value.clientId))
      requireGrant(this, addressed?.application);
    entity.call(this, key, value);
  };
  const parametersKey = Symbol('parameters');
  Object.defineProperty(prototype, 'params', {
    configurable: true,
    get() {
      return Reflect.get(this as object, parametersKey) as unknown;
    },
    set(params: unknown) {
      const ctx: unknown = Reflect.get(this as object, 'ctx');
      if (isContext(ctx) && typeof params === 'object' && params !== null) {
        const addressed = clients.get(ctx.req);
        if (addressed !== undefined && isNameOf(addressed, Reflect.get(params, 'client_id'))) {
          const isAuthorizedPost = ctx.req.headers.authorization !== undefined && ctx.method === 'POST';
          Reflect.set(params, 'client_id', isAuthorizedPost ? undefined : addressed.clientId);
        }
      }
      Reflect.set(this as object, parametersKey, params);
    },
  });
  return {
    address(request, client) {
      clients.set(request, client);
    },
    of: (request) => clients.get(request),
  };
}

/**
 * Throws if a service user requests a token with a grant that the application doesn't allow; without an
 * application, only tokens for itself.
 */
function requireGrant({ route, params }: OIDCContext, application: StoredApplication | undefined): void {
  if (route !== 'token') return;
  const grantType = params?.['grant_type'];
  const isAllowed =
    application === undefined
      ? grantType === 'client_credentials'
      : admitsServiceUsers(application, grantType);
  if (!isAllowed) throw new errors.UnauthorizedClient('The application does not allow this grant.');
}

/** Whether a text names the application: as in the URL, or by its name or service name. */
export function isNameOf({ name, application }: AddressedClient, text: unknown): boolean {
  if (typeof text !== 'string') return false;
  const names = [name, application?.members['ServiceName'], application?.members['Name']];
  return names.some((one) => typeof one === 'string' && one.toLowerCase() === text.toLowerCase());
}

function isContext(value: unknown): value is KoaContextWithOIDC {
  return typeof value === 'object' && value !== null && 'req' in value;
}
