import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOffline } from '../../../contract/errors/errors.ts';
import type { Emit } from '../../../contract/bridge/events.ts';

/** Tracks from all requests whether a tenant is reachable, and emits changes. */
export interface Connectivity {
  answered(tenantId: string): void;
  failed(tenantId: string, error: DeskFailure): void;
}

export function createConnectivity(emit: Emit): Connectivity {
  const unreachable = new Set<string>();
  return {
    answered(tenantId) {
      if (unreachable.delete(tenantId)) emit('connectivity.changed', { tenantId, isReachable: true });
    },
    failed(tenantId, error) {
      if (!isOffline(error.code) || unreachable.has(tenantId)) return;
      unreachable.add(tenantId);
      emit('connectivity.changed', { tenantId, isReachable: false });
    },
  };
}
