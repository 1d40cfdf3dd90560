import type { CallResult } from './to-renderer.ts';
import { DeskFailure } from '../errors/desk-failure.ts';
import type { EventName, EventPayload } from './events.ts';
import type { MethodInput, MethodName, MethodOutput } from './methods.ts';

type Noun<Name extends string> = Name extends `${infer N}.${string}` ? N : never;
type Verb<Name extends string, N extends string> = Name extends `${N}.${infer V}` ? V : never;
type ByNoun<Shape extends Record<MethodName, unknown>> = {
  readonly [N in Noun<MethodName>]: {
    readonly [V in Verb<MethodName, N>]: Shape[Extract<MethodName, `${N}.${V}`>];
  };
};

export type Subscribe = <Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
) => () => void;

/**
 * `window.desk`, as exposed by the preload script (or the browser host's page). Electron's context bridge carries neither error
 * classes nor AbortSignals, so failures are values here, and `onStart` receives a cancel function. Views use `Desk` instead,
 * which `connectDesk` makes from it.
 */
export type DeskBridge = ByNoun<Record<MethodName, BridgeCall>> & { readonly on: Subscribe };
export type BridgeCall = (input?: unknown, onStart?: (cancel: () => void) => void) => Promise<CallResult>;

interface CallOptions {
  readonly signal?: AbortSignal;
}

type Call<Name extends MethodName> =
  undefined extends MethodInput<Name>
    ? (input?: undefined, options?: CallOptions) => Promise<MethodOutput<Name>>
    : (input: MethodInput<Name>, options?: CallOptions) => Promise<MethodOutput<Name>>;

/** The API for views: `desk.applications.list({ tenantId })`. A failed call rejects with a `DeskFailure`. */
export type Desk = ByNoun<{ [Name in MethodName]: Call<Name> }> & { readonly on: Subscribe };

/**
 * `<noun>.<verb>` for any name, created on first use: the compiler knows the methods, so a page doesn't have to load all schemas
 * to call one.
 */
export function callsByName<Shape extends { readonly on: Subscribe }>(
  makeCall: (name: MethodName, noun: string, verb: string) => unknown,
  on: Subscribe,
): Shape {
  const verbsOf = (noun: string): object =>
    lazyMembers((verb) => makeCall(`${noun}.${verb}` as MethodName, noun, verb));
  const nouns = lazyMembers((noun) => (noun === 'on' ? on : verbsOf(noun)));
  return nouns as Shape;
}

/** Members created on first access and cached. */
function lazyMembers(make: (name: string) => unknown): object {
  const made = new Map<string, unknown>();
  return new Proxy(
    {},
    {
      get(_target, name) {
        // `await` looks for `then` on any value.
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (!made.has(name)) made.set(name, make(name));
        return made.get(name);
      },
    },
  );
}

/** Wraps the bridge's calls into calls that throw and accept an AbortSignal. */
export function connectDesk(bridge: DeskBridge): Desk {
  const calls: Readonly<Record<string, unknown>> = bridge;
  return callsByName<Desk>(
    (name, noun, verb) =>
      async (input?: unknown, options?: CallOptions): Promise<unknown> => {
        const verbs = calls[noun] as Readonly<Record<string, BridgeCall>> | undefined;
        const call = verbs?.[verb];
        if (call === undefined) throw new Error(`Unknown bridge method: ${name}`);
        const result = await call(input, (cancel) => {
          if (options?.signal?.aborted) cancel();
          else options?.signal?.addEventListener('abort', () => cancel(), { once: true });
        });
        if (result.ok) return result.value;
        throw new DeskFailure(result.error);
      },
    bridge.on,
  );
}
