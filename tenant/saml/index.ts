import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AdapterPayload, Provider } from 'oidc-provider';
import type { ApplicationScripts } from '../management/application-scripts.ts';
import type { ApplicationStore } from '../management/application-store.ts';
import { findUser } from '../oidc/accounts.ts';
import { createAssignmentCheck } from '../oidc/application-access.ts';
import { createDenialRecorder } from '../oidc/sign-in-events.ts';
import type { SignInTickets } from '../oidc/sign-in-tickets.ts';
import type { TestSignIns } from '../oidc/test-sign-ins.ts';
import { createLaunchRecorder } from './launch-events.ts';
import { createPendingSignIns } from './pending-sign-ins.ts';
import { addSamlRoutes } from './saml-routes.ts';
import { createSamlSignIn } from './saml-sign-in.ts';
import { createSamlClients } from './sign-in-client.ts';
import type { SigningCertificate } from './signing-certificate.ts';
import { createTestedSignIns } from './tested-sign-in.ts';

export { isSamlSignInUrl } from './saml-routes.ts';

/** The tenant as an identity provider of SAML 2.0. */
interface SamlIdentityProvider {
  /** The client that a SAML application is at the tenant's own sign-in pages. */
  readonly findClient: (clientId: string) => AdapterPayload | undefined;
  addRoutes(app: FastifyInstance, provider: Provider): void;
}

interface SamlParts {
  readonly database: DatabaseSync;
  readonly key: SigningCertificate;
  readonly applications: ApplicationStore;
  readonly scripts: ApplicationScripts;
  /** Base URL of the tenant. */
  readonly issuer: string;
  readonly tenantName: string;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly tests: TestSignIns;
  readonly tickets: Pick<SignInTickets, 'issue'>;
}

export function createSaml(parts: SamlParts): SamlIdentityProvider {
  const { key, database, applications, issuer, tenantName, now, randomBytes } = parts;
  return {
    findClient: createSamlClients({
      issuer,
      findApplication: applications.find,
      secret: Buffer.from(randomBytes(32)).toString('base64url'),
    }),
    addRoutes(app, provider) {
      const signIn = createSamlSignIn({
        key,
        scripts: parts.scripts,
        tests: createTestedSignIns(parts),
        now,
        newId: randomUUID,
        issuer,
        provider,
        pending: createPendingSignIns(parts),
        findApplication: applications.find,
        findUser: (id) => findUser(database, id),
        isAssignedTo: createAssignmentCheck(database),
        onLaunch: createLaunchRecorder(database, now),
        onDeniedUse: createDenialRecorder(database, now),
      });
      addSamlRoutes(app, { signIn, tenantName, randomBytes });
    },
  };
}
