import type { Emit } from '../../contract/bridge/events.ts';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { placeOfPin } from '../../contract/queries/result-formats.ts';
import type { PinStore } from './pin-store.ts';

export interface PinParts {
  readonly store: PinStore;
  /** Releases the results of pins that are at none of these places. */
  readonly limitPlaces: (tenantId: string, places: readonly string[]) => void;
  readonly emit: Emit;
  readonly newId: () => string;
}

export function createPinHandlers({ store, limitPlaces, emit, newId }: PinParts): HandlersOf<'pins'> {
  const emitChanged = (tenantId: string): void =>
    emit('pins.changed', { tenantId, pins: store.list(tenantId) });
  return {
    'pins.list': async ({ tenantId }) => {
      const pins = store.list(tenantId);
      limitPlaces(
        tenantId,
        pins.map(({ id }) => placeOfPin(id)),
      );
      return pins;
    },
    'pins.keep': async ({ id, place, ...content }) => {
      const pin = { ...content, id: id ?? newId() };
      store.keep(pin, place);
      emitChanged(pin.tenantId);
      return pin;
    },
    'pins.move': async ({ tenantId, id, place }) => {
      store.move(tenantId, id, place);
      emitChanged(tenantId);
    },
    'pins.remove': async ({ tenantId, id }) => {
      store.remove(tenantId, id);
      emitChanged(tenantId);
    },
  };
}
