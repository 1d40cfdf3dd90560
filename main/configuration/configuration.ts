import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createConfigurationKind } from './configuration-kind.ts';
import { createConfigurationHandlers } from './handlers.ts';

/** The customer configuration of a tenant. */
export function createConfiguration({ client, cache }: NounParts) {
  return {
    kinds: [registerKind(createConfigurationKind({ client, cache }))],
    handlers: createConfigurationHandlers(client, cache),
  };
}
