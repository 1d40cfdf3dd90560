import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

// Every host of this language has it, but no library of types that they share tells so.
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object;
};

const PAGE_BYTES = 65_536;
/** The engine itself asks for this much before it runs anything. */
const ENGINE_BYTES = 16 * 1024 * 1024;

/** A JavaScript engine without any access to its host. Loading takes some 30 ms: keep it. */
export interface ScriptEngine {
  /** The engine's instance; a new one after the last had to be given up. */
  instance(): Promise<QuickJSWASMModule>;
  /** Gives up an instance whose inner state is no longer to be trusted. */
  discard(instance: QuickJSWASMModule): void;
}

/**
 * Prepares QuickJS as WebAssembly. The variant carries its bytes within the module, so it needs neither a
 * file nor a fetch and works in Node and in a browser worker alike; a browser's content security policy must
 * allow `wasm-unsafe-eval`. `scriptBytes` is the memory that scripts may use. It is set as the size of the
 * WebAssembly memory, because QuickJS's own limit counts allocations there without their sizes.
 */
export function createScriptEngine(scriptBytes = 16 * 1024 * 1024): ScriptEngine {
  let loading: Promise<QuickJSWASMModule> | undefined;
  let current: QuickJSWASMModule | undefined;
  return {
    instance() {
      loading ??= load(scriptBytes).then((instance) => (current = instance));
      return loading;
    },
    discard(instance) {
      if (instance !== current) return;
      loading = undefined;
      current = undefined;
    },
  };
}

function load(scriptBytes: number): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({
    initial: ENGINE_BYTES / PAGE_BYTES,
    maximum: Math.ceil((ENGINE_BYTES + scriptBytes) / PAGE_BYTES),
  });
  // An instance that a script has broken is given up, which is no news for whoever watches the host's error output.
  const emscriptenModule = { printErr: () => undefined };
  // A library of types that knows WebAssembly asks for its own class here.
  const options = { wasmMemory, emscriptenModule } as CustomizeVariantOptions;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, options));
}

export interface EngineLimits {
  readonly milliseconds: number;
  readonly stackBytes: number;
}

/** One context that lives for one piece of work. */
export interface ScriptSession {
  readonly context: QuickJSContext;
  /** Begins to measure the time limit; what runs before is our own and is not limited. */
  startClock(): void;
  /** Whether the time limit has stopped the script. */
  isTimeUp(): boolean;
}

/**
 * Runs `work` in a fresh context under limits and takes it away afterwards. `now` is in milliseconds. There
 * are no promises in it: a promise swallows the interrupt that stops a script, and could run for ever.
 */
export async function withSession<T>(
  engine: ScriptEngine,
  limits: EngineLimits,
  now: () => number,
  work: (session: ScriptSession) => T,
): Promise<T> {
  const instance = await engine.instance();
  const runtime = instance.newRuntime();
  runtime.setMaxStackSize(limits.stackBytes);
  let deadline = Number.POSITIVE_INFINITY;
  let timeIsUp = false;
  runtime.setInterruptHandler(() => {
    timeIsUp ||= now() > deadline;
    return timeIsUp;
  });
  const context = runtime.newContext({ intrinsics: INTRINSICS });
  try {
    return work({
      context,
      startClock: () => void (deadline = now() + limits.milliseconds),
      isTimeUp: () => timeIsUp,
    });
  } finally {
    try {
      context.dispose();
      runtime.dispose();
    } catch {
      // A script that was broken off in the middle of an allocation can leave what cannot be taken apart.
      engine.discard(instance);
    }
  }
}

const INTRINSICS = {
  BaseObjects: true,
  Date: true,
  Eval: true,
  StringNormalize: true,
  RegExp: true,
  RegExpCompiler: true,
  JSON: true,
  Proxy: true,
  MapSet: true,
  TypedArrays: true,
  Promise: false,
} as const;

/** Reads a text property of a value; empty when it is no text or its getter fails. */
export function readText(
  context: QuickJSContext,
  value: QuickJSHandle,
  property: string,
  limit: number,
): string {
  const handle = context.getProp(value, property);
  const text = context.typeof(handle) === 'string' ? context.getString(handle) : '';
  handle.dispose();
  return text.slice(0, limit);
}
