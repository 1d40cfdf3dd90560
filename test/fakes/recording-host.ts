import type { EventName, EventPayload } from '../../contract/bridge/events.ts';
import type { Host } from '../../main/platform/host/host.ts';

export interface RecordedEvent<Name extends EventName = EventName> {
  readonly name: Name;
  readonly payload: EventPayload<Name>;
}

/** A host without windows: it records its calls, and tests wait for expected ones. */
export interface RecordingHost extends Host {
  readonly opened: string[];
  readonly copied: string[];
  readonly events: RecordedEvent[];
  /** Resolves to the next event, from now on, that `matches`. Call it before causing the event. */
  next<Name extends EventName>(
    name: Name,
    matches?: (payload: EventPayload<Name>) => boolean,
  ): Promise<EventPayload<Name>>;
}

export function createRecordingHost(): RecordingHost {
  const opened: string[] = [];
  const copied: string[] = [];
  const events: RecordedEvent[] = [];
  const listeners = new Set<(event: RecordedEvent) => void>();

  return {
    kind: 'browser',
    opened,
    copied,
    events,
    next(name, matches = () => true) {
      return new Promise((resolve) => {
        const listener = (event: RecordedEvent): void => {
          if (!isNamed(event, name) || !matches(event.payload)) return;
          listeners.delete(listener);
          resolve(event.payload);
        };
        listeners.add(listener);
      });
    },
    emit(name, payload) {
      const event: RecordedEvent = { name, payload };
      events.push(event);
      for (const listener of [...listeners]) listener(event);
    },
    async openExternal(url) {
      opened.push(url);
    },
    openFile: async () => undefined,
    saveFile: async () => undefined,
    chooseFolder: async () => undefined,
    async copyText(text) {
      copied.push(text);
    },
  };
}

function isNamed<Name extends EventName>(event: RecordedEvent, name: Name): event is RecordedEvent<Name> {
  return event.name === name;
}
