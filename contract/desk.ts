import type { CallResult } from './envelope.ts';
import { DeskFailure } from './desk-failure.ts';
import type { EventName, EventPayload } from './events.ts';
import type { MethodInput, MethodName, MethodOutput } from './methods.ts';
import { methods } from './methods.ts';

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
 * `window.desk`, as the preload script (or the browser host's page) offers it. Electron's context bridge carries
 * neither error classes nor AbortSignals, so failures are values here and `onStart` hands out the way to cancel.
 * Views use `Desk` instead, which `connectDesk` makes of it.
 */
export type DeskBridge = ByNoun<Record<MethodName, BridgeCall>> & { readonly on: Subscribe };
export type BridgeCall = (input?: unknown, onStart?: (cancel: () => void) => void) => Promise<CallResult>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

type Call<Name extends MethodName> =
  undefined extends MethodInput<Name>
    ? (input?: undefined, options?: CallOptions) => Promise<MethodOutput<Name>>
    : (input: MethodInput<Name>, options?: CallOptions) => Promise<MethodOutput<Name>>;

/** What views call: `desk.applications.list({ tenantId })`. A failed call rejects with a `DeskFailure`. */
export type Desk = ByNoun<{ [Name in MethodName]: Call<Name> }> & { readonly on: Subscribe };

function forEachMethod<Shape>(
  makeCall: (name: MethodName, noun: string, verb: string) => unknown,
  on: Subscribe,
) {
  const byNoun: Record<string, unknown> = { on };
  for (const name of Object.keys(methods) as MethodName[]) {
    const dot = name.indexOf('.');
    const noun = name.slice(0, dot);
    const verb = name.slice(dot + 1);
    const verbs = (byNoun[noun] ??= {}) as Record<string, unknown>;
    verbs[verb] = makeCall(name, noun, verb);
  }
  return byNoun as Shape;
}

/** Builds `window.desk` from the method map, so that no method can be forgotten or added by hand. */
export function buildBridge(
  invoke: (name: MethodName, input: unknown, onStart?: (cancel: () => void) => void) => Promise<CallResult>,
  on: Subscribe,
): DeskBridge {
  return forEachMethod<DeskBridge>(
    (name) => ((input, onStart) => invoke(name, input, onStart)) satisfies BridgeCall,
    on,
  );
}

/** Makes calls that throw and obey an AbortSignal out of the bridge's. */
export function connectDesk(bridge: DeskBridge): Desk {
  const calls: Readonly<Record<string, unknown>> = bridge;
  return forEachMethod<Desk>(
    (_name, noun, verb) =>
      async (input?: unknown, options?: CallOptions): Promise<unknown> => {
        const verbs = calls[noun] as Readonly<Record<string, BridgeCall>> | undefined;
        const call = verbs?.[verb];
        if (call === undefined) throw new Error(`window.desk has no ${noun}.${verb}`);
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
