import type { NounParts } from '../tenants/noun-parts.ts';
import { createPinHandlers } from './handlers.ts';
import type { PinParts } from './handlers.ts';
import { createPinStore } from './pin-store.ts';

export { pinSchemaSteps } from './pin-store.ts';

/** Charts pinned to the Overview. `limitPlaces`: the places whose results are stored for them. */
export function createPins({ database, emit, newId }: NounParts, limitPlaces: PinParts['limitPlaces']) {
  return { handlers: createPinHandlers({ store: createPinStore(database), emit, newId, limitPlaces }) };
}
