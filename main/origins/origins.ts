import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createOriginHandlers } from './handlers.ts';
import { createOriginsKind } from './origins-kind.ts';

/** Trusted CORS origins of a tenant. */
export function createOrigins({ client, cache, tenants }: NounParts) {
  return {
    kinds: [registerKind(createOriginsKind({ client, cache }))],
    handlers: createOriginHandlers({ client, tenants, cache }),
  };
}
