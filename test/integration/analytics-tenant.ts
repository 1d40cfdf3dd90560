import { generateKeyPairSync, randomBytes, sign, verify, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { analyticsSchemaSteps, registerAnalytics } from '../../tenant/analytics/index.ts';
import { createApp } from '../../tenant/server/create-app.ts';
import { listen } from '../../tenant/server/listen.ts';
import { ANALYTICS_ROOT } from '../../tenant/http/security-headers.ts';
import { startDelivery, type DeliveryService, type DeliverySettings } from '../../tenant/delivery/index.ts';
import { managementSchemaSteps } from '../../tenant/store/management-schema.ts';
import { applySchemaSteps } from '../../tenant/store/schema-steps.ts';
import { createSettings } from '../../tenant/store/settings.ts';
import { openDatabase } from '../../tenant/store/open-database.ts';
import type { InstallationKeys, TenantContext } from '../../tenant/context/tenant-context.ts';

/** Key pairs by name, as the tenants of one installation share them. */
export interface KeyRing {
  keysOf(keyId: string): InstallationKeys;
}

/** A ring whose members trust each other's signatures. */
export function createKeyRing(...keyIds: string[]): KeyRing {
  const pairs = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();
  for (const keyId of keyIds) pairs.set(keyId, generateKeyPairSync('ed25519'));
  return {
    keysOf(keyId) {
      const own = pairs.get(keyId);
      if (own === undefined) throw new Error(`The ring has no key ${keyId}.`);
      return {
        keyId,
        sign: (data) => sign(null, data, own.privateKey),
        verify(signer, data, signature) {
          const pair = pairs.get(signer);
          return pair !== undefined && verify(null, data, pair.publicKey, signature);
        },
      };
    },
  };
}

export interface AnalyticsTenant {
  readonly context: TenantContext;
  readonly app: FastifyInstance;
  readonly delivery: DeliveryService;
  /** Sends a request to the analytics API with a good token; `init.headers` win. */
  call(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** The same with a JSON body. */
  json(method: string, path: string, body: unknown): Promise<Response>;
  stop(): Promise<void>;
}

export interface AnalyticsTenantOptions {
  /** A folder that outlives the tenant; without it the tenant makes one and takes it away again. */
  readonly dataFolder?: string;
  readonly id?: string;
  readonly installation?: InstallationKeys;
  readonly delivery?: Partial<DeliverySettings>;
  /** Adds parts that come before the analytics API, as the sandbox controls do. */
  readonly before?: (app: FastifyInstance, context: TenantContext, delivery: DeliveryService) => void;
}

export const GOOD_TOKEN = 'good-token';

/** The analytics parts of a tenant on a separate server, with a database file in a new folder. */
export async function startAnalyticsTenant(options: AnalyticsTenantOptions = {}): Promise<AnalyticsTenant> {
  const id = options.id ?? 'sandbox-staging';
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'tenant-desk-analytics-'));
  const database = openDatabase(join(dataFolder, 'tenant.sqlite'));
  applySchemaSteps(database, [...managementSchemaSteps, ...analyticsSchemaSteps]);
  const { server, port } = await listen(0);
  const app = createApp(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const context: TenantContext = {
    id,
    name: 'Sandbox Staging',
    baseUrl,
    analyticsUrl: `${baseUrl}${ANALYTICS_ROOT}`,
    dataFolder,
    database,
    settings: createSettings(database),
    now: Date.now,
    steadyNow: Date.now,
    randomBytes: (size) => randomBytes(size),
    verifyAccessToken: async (token) =>
      token === GOOD_TOKEN
        ? {
            subject: 'user-1',
            clientId: 'desk',
            scope: ['openid'],
            allowedPaths: ['*'],
            expiresAt: Date.now() / 1000 + 3600,
          }
        : undefined,
    hasRight: (subject) => subject === 'user-1',
    installation: options.installation ?? createKeyRing(id).keysOf(id),
  };
  const delivery = startDelivery(context, options.delivery);
  options.before?.(app, context, delivery);
  registerAnalytics(app, context, {
    delivery,
    userName: (subject) => (subject === 'user-1' ? 'admin@acme.example' : undefined),
  });
  await app.ready();
  const call: AnalyticsTenant['call'] = (method, path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${GOOD_TOKEN}`);
    const root = path.startsWith('/sandbox') ? context.baseUrl : context.analyticsUrl;
    return fetch(root + path, { redirect: 'manual', ...init, method, headers });
  };
  return {
    context,
    app,
    delivery,
    call,
    json: (method, path, body) =>
      call(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    async stop() {
      await delivery.stop();
      server.close();
      server.closeAllConnections();
      await app.close();
      database.close();
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The JSON body of a response, typed as the shape that the caller checks. */
export async function jsonOf<T>(response: Response | Promise<Response>): Promise<T> {
  const value: T = JSON.parse(await (await response).text());
  return value;
}
