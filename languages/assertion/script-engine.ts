import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

// Every host has it, but the shared type libraries don't declare it.
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object;
};

const PAGE_BYTES = 65_536;
/** The engine itself needs this much memory before it runs anything. */
const ENGINE_BYTES = 16 * 1024 * 1024;

/** A JavaScript engine without access to its host. Loading takes about 30 ms: cache it. */
export interface ScriptEngine {
  /** The engine's instance; a new one after the previous one was discarded. */
  instance(): Promise<QuickJSWASMModule>;
  /** Discards an instance whose internal state can't be trusted anymore. */
  discard(instance: QuickJSWASMModule): void;
}

/**
 * Prepares QuickJS as WebAssembly. The variant carries its bytes in the module, so it needs neither a file
 * nor a fetch and works in Node as well as in a browser worker; a browser's content security policy must
 * allow `wasm-unsafe-eval`. `scriptBytes` is the memory available to scripts. It is set as the size of the
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
  // An instance broken by a script is discarded; that isn't worth a message on stderr.
  const emscriptenModule = { printErr: () => undefined };
  // A type library that knows WebAssembly expects its own class here.
  const options = { wasmMemory, emscriptenModule } as CustomizeVariantOptions;
  return newQuickJSWASMModuleFromVariant(newVariant(variant, options));
}

export interface EngineLimits {
  readonly milliseconds: number;
  readonly stackBytes: number;
}

/** One context for one piece of work. */
export interface ScriptSession {
  readonly context: QuickJSContext;
  /** Starts measuring the time limit; our own setup before that isn't limited. */
  startClock(): void;
  /** Whether the time limit stopped the script. */
  isTimeUp(): boolean;
}

/**
 * Runs `work` in a new, limited context and disposes of it afterwards. `now` is in milliseconds. Promises are
 * disabled: a promise swallows the interrupt that stops a script, and could run forever.
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
      // A script interrupted in the middle of an allocation can leave state that can't be disposed of.
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

/** Reads a string property; empty if it isn't a string or its getter fails. */
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
