import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { analyticsSchemaSteps } from '../analytics/index.ts';
import { ANALYTICS_ROOT } from '../http/security-headers.ts';
import { createApplicationScripts } from '../management/application-scripts.ts';
import { createApplicationStore } from '../management/application-store.ts';
import { createCustomerConfig } from '../management/customer-config.ts';
import { createRightCheck } from '../requests/rights.ts';
import { createConsents } from '../oidc/consents.ts';
import { createIdentityProvider } from '../oidc/identity-provider.ts';
import { createSignInRecorder } from '../oidc/sign-in-events.ts';
import { createSignInTickets } from '../oidc/sign-in-tickets.ts';
import { createTestSignIns } from '../oidc/test-sign-ins.ts';
import type { StartQueryRunner } from '../query/query-runner.ts';
import { pooledRandomBytes } from '../context/random-pool.ts';
import { createSaml } from '../saml/index.ts';
import { loadSigningCertificate } from '../saml/signing-certificate.ts';
import type { SeedSize } from '../seed/seed-tenant.ts';
import { managementSchemaSteps } from '../store/management-schema.ts';
import { openDatabase } from '../store/open-database.ts';
import { makeOwnFolder } from '../store/owner-only.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import { createSettings } from '../store/settings.ts';
import { createSteadyClock } from '../context/steady-clock.ts';
import type { InstallationKeys, TenantContext } from '../context/tenant-context.ts';

export interface TenantOptions {
  readonly id: string;
  readonly name: string;
  /** 1-based; tenants with different numbers get different IDs. */
  readonly number: number;
  /** Already listening; see `server/listen.ts`. */
  readonly server: Server;
  readonly port: number;
  readonly folder: string;
  readonly size: SeedSize;
  readonly installation: InstallationKeys;
  /** Password of all users. */
  readonly password: string;
  readonly startQueryRunner: StartQueryRunner;
  readonly queryTimeoutSeconds: number;
  readonly smtpUrl: string | undefined;
}

/** The database of a tenant, and the services built on it. */
export type TenantCore = Awaited<ReturnType<typeof openCore>>;

export async function openCore(options: TenantOptions) {
  const stores = await openStores(options);
  const identities = createIdentities(options, stores);
  return { ...stores, ...identities, context: contextOf(options, stores, identities) };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function openStores(options: TenantOptions) {
  const baseUrl = `http://127.0.0.1:${options.port}`;
  const databaseFile = join(options.folder, 'tenant.db');
  makeOwnFolder(options.folder);
  const database = openDatabase(databaseFile);
  applySchemaSteps(database, [...managementSchemaSteps, ...analyticsSchemaSteps]);
  const steadyNow = createSteadyClock();
  const settings = createSettings(database);
  const config = createCustomerConfig(settings);
  const signingCertificate = await loadSigningCertificate({
    settings,
    tenantName: options.name,
    now: Date.now,
    randomBytes,
  });
  const applications = createApplicationStore({
    database,
    baseUrl,
    now: Date.now,
    newId: randomUUID,
    thumbprint: signingCertificate.thumbprint,
  });
  const scripts = createApplicationScripts({ database, baseUrl, tenantName: options.name, now: Date.now });
  return {
    ...{ baseUrl, databaseFile, database, steadyNow, settings, config },
    ...{ signingCertificate, applications, scripts },
  };
}

/** The services for sign-in. */
function createIdentities(
  { id: tenantId, name: tenantName, password }: TenantOptions,
  { baseUrl: issuer, database, settings, applications, scripts, steadyNow, signingCertificate }: Stores,
) {
  const consents = createConsents(database);
  const onSignIn = createSignInRecorder(database, Date.now);
  const testSignIns = createTestSignIns(steadyNow);
  const tickets = createSignInTickets({
    issuer,
    password,
    now: Date.now,
    steadyNow,
  });
  const saml = createSaml({
    tests: testSignIns,
    tickets,
    key: signingCertificate,
    database,
    applications,
    scripts,
    issuer,
    tenantName,
    now: Date.now,
    steadyNow,
    randomBytes,
  });
  const identity = createIdentityProvider({
    tenantId,
    tenantName,
    issuer,
    database,
    settings,
    now: Date.now,
    steadyNow,
    randomBytes,
    findApplication: applications.findByClientId,
    scriptClaims: async (application, userId) => (await scripts.run(application, userId)).claims,
    consents,
    findApplicationById: applications.find,
    onSignIn,
    findOwnClient: saml.findClient,
    testSignIns,
  });
  return { consents, onSignIn, testSignIns, tickets, saml, identity };
}

function contextOf(
  options: TenantOptions,
  { baseUrl, database, settings, steadyNow }: Stores,
  { identity }: ReturnType<typeof createIdentities>,
): TenantContext {
  return {
    id: options.id,
    name: options.name,
    baseUrl,
    analyticsUrl: `${baseUrl}${ANALYTICS_ROOT}`,
    dataFolder: options.folder,
    database,
    settings,
    now: Date.now,
    steadyNow,
    randomBytes: pooledRandomBytes(randomBytes),
    verifyAccessToken: identity.verifyAccessToken,
    hasRight: createRightCheck(database),
    installation: options.installation,
  };
}
