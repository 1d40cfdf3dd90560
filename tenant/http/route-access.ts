import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Right } from '../requests/rights.ts';

/** Who may call a route. */
type RouteAccess =
  /** Public: it has no secrets, or authenticates its callers itself, as a sign-in page does. */
  | { readonly kind: 'public' }
  /** A browser with a session of the status page. */
  | { readonly kind: 'page-session' }
  /** The OpenID Connect provider decides. */
  | { readonly kind: 'provider' }
  /** An access token whose scope allows the path, of a user with one of these rights; any user if the list is empty. */
  | { readonly kind: 'token'; readonly rights?: readonly Right[] };

export interface RegisteredRoute {
  readonly method: string;
  /** As declared, with `:name` for a parameter. */
  readonly path: string;
  readonly access: RouteAccess;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}

/** Options of a route without a token. */
export const publicAccess = { config: { access: { kind: 'public' } } } as const;

/** Maximum body size in bytes for authenticated callers. */
const AUTHENTICATED_BODY_BYTES = 4 * 1024 * 1024;

/** Default access for all routes of a scope whose `onRequest` hook authenticates its callers. */
export function setDefaultAccess(
  scope: FastifyInstance,
  access: Extract<RouteAccess, { kind: 'token' | 'page-session' }>,
): void {
  scope.addHook('onRoute', (route) => {
    route.config = { access, ...route.config };
    route.bodyLimit ??= AUTHENTICATED_BODY_BYTES;
  });
}

/**
 * Collects the routes registered after this call, and fails the start of a tenant if one of them doesn't
 * declare who may call it. A missing declaration is found before anyone can call the route.
 */
export function collectRoutes(app: FastifyInstance): () => readonly RegisteredRoute[] {
  const registered: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void registered.push(route));
  const routes = (): readonly RegisteredRoute[] =>
    registered.flatMap(({ method, url, config }) => {
      const access = config?.access;
      if (access === undefined) throw new Error(`The route ${String(method)} ${url} declares no access.`);
      return [method].flat().map((one) => ({ method: one, path: url, access }));
    });
  app.addHook('onReady', async () => void routes());
  return routes;
}

/**
 * The path chosen by the router, with decoded parameters. Only this one may be compared with patterns: the
 * request text has other spellings of it (`//`, `%2F`, capitals), and the compared path must be the called
 * one. Empty if there is no such route.
 */
export function routePath({ routeOptions, params }: FastifyRequest): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_parameter, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  );
}
