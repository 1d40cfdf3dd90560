import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { createDeliveryHandlers } from './delivery-handlers.ts';
import { createEventHandlers } from './event-handlers.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** Controls of embedded tenants. The client answers `not-found` for any other tenant. */
export function createSandboxHandlers(parts: SandboxParts): HandlersOf<'sandbox'> {
  return { ...createEventHandlers(parts), ...createDeliveryHandlers(parts) };
}
