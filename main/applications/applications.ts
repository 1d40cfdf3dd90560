import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createApplicationKind } from './application-kind.ts';
import { applicationReferences } from './application-references.ts';
import { createApplicationSecrets } from './application-secrets.ts';
import { comparedApplicationSource } from './compared-applications.ts';
import { createApplicationHandlers } from './handlers.ts';
import { createOfflineApplications } from './offline-applications.ts';
import { createApplicationRoles } from './application-roles.ts';

/** Applications of a tenant: calls, change kind, references, and the script comparison. */
export function createApplications(parts: NounParts) {
  const { client, cache, transport, tenants, host } = parts;
  const secrets = createApplicationSecrets(parts);
  const offline = createOfflineApplications(cache);
  const kindParts = { client, offline, secrets, applicationRoles: createApplicationRoles(client, cache.now) };
  const compared = comparedApplicationSource(kindParts, cache);
  return {
    kinds: [registerKind(createApplicationKind(kindParts, compared))],
    handlers: createApplicationHandlers({ client, cache, secrets, transport, tenants, host }),
    references: applicationReferences(cache),
    compared,
    cached: offline.cached,
  };
}
