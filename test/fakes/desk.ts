import type { Desk } from '../../contract/bridge/desk.ts';
import { buildBridge } from '../../contract/bridge/build-bridge.ts';
import { connectDesk } from '../../contract/bridge/desk.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { EventName, EventPayload } from '../../contract/bridge/events.ts';
import type { CallContext, Handlers, MethodName } from '../../contract/bridge/methods.ts';
import { methods } from '../../contract/bridge/methods.ts';

/** A fake app without a process behind it, for specs of code that uses the bridge. */
export interface FakeDesk {
  readonly desk: Desk;
  /** Called methods, in order. */
  readonly calls: readonly MethodName[];
  /** Number of event listeners. */
  countListeners(): number;
  /** Emits an event of the main process. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
}

type Listener = (payload: unknown) => void;
type AnyHandler = (input: unknown, context: CallContext) => Promise<unknown>;

/**
 * The given methods work, and view state is not stored; other methods that return lists return empty ones,
 * and the rest fail.
 */
export function fakeDesk(given: Partial<Handlers> = {}): FakeDesk {
  const calls: MethodName[] = [];
  const listeners = new Set<{ readonly name: EventName; readonly listener: Listener }>();
  const handlers: Partial<Record<MethodName, unknown>> = {
    'viewState.read': async () => ({}),
    'viewState.write': async () => undefined,
    ...given,
  };

  async function respond(name: MethodName, input: unknown): Promise<unknown> {
    const handler = handlers[name] as AnyHandler | undefined;
    const parsed: unknown = methods[name].input.parse(input);
    if (handler !== undefined)
      return handler(parsed, { signal: new AbortController().signal, requestId: 'spec' });
    if (methods[name].output.safeParse([]).success) return [];
    throw new Error(`${name} is not faked in this spec.`);
  }

  const bridge = buildBridge(
    async (name, input) => {
      calls.push(name);
      try {
        return { ok: true, value: await respond(name, input) };
      } catch (thrown) {
        return { ok: false, error: toDeskError(thrown) };
      }
    },
    (name, listener) => {
      const entry = { name, listener: listener as Listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  );

  return {
    desk: withMembers(connectDesk(bridge)),
    calls,
    countListeners: () => listeners.size,
    emit(name, payload) {
      for (const entry of listeners) if (entry.name === name) entry.listener(payload);
    },
  };
}

/** Specs replace methods by spreading: methods created on access would be missing from a spread. */
function withMembers(desk: Desk): Desk {
  const made: Readonly<Record<string, unknown>> = desk;
  const nouns: Record<string, unknown> = { on: desk.on };
  for (const name of Object.keys(methods)) {
    const [noun = '', verb = ''] = name.split('.');
    const calls = made[noun] as Readonly<Record<string, unknown>>;
    nouns[noun] = { ...(nouns[noun] as object | undefined), [verb]: calls[verb] };
  }
  return nouns as Desk;
}
