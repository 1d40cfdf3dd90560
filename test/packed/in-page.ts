/** The page's globals that this needs; the page passes its own. */
export interface PageGlobals {
  structuredClone(value: unknown): unknown;
  /** Passes a message for main to the test's process, and returns its response. */
  toMain(text: string): Promise<string>;
}

interface Codec {
  readonly cloneToText: (value: unknown) => string;
  readonly textToClone: (text: string) => unknown;
}

type Preload = (require: (name: string) => object, module: object, exports: object) => void;
type Callable = (...args: readonly unknown[]) => unknown;

/**
 * Runs the preload script before the page's own scripts, with only what a sandboxed one has, and exposes its
 * API through a membrane like that of Electron's context bridge: data is cloned, functions are replaced by
 * proxies whose arguments and results are cloned in turn, and values that can't be cloned (for example a
 * Proxy) throw (electron/shell/renderer/api/electron_api_context_bridge.cc). Self-contained: its source runs
 * in the page.
 * Returns a function that passes main's events to the preload script.
 */
export function runPreloadInPage(
  page: PageGlobals & Record<string, unknown>,
  { cloneToText, textToClone }: Codec,
  preload: Preload,
): (text: string) => void {
  const listeners = new Map<string, ((event: object, ...args: readonly unknown[]) => void)[]>();

  const ipcRenderer = {
    async invoke(channel: string, message: unknown): Promise<unknown> {
      const text = cloneToText({ kind: 'invoke', channel, message: page.structuredClone(message) });
      return textToClone(await page.toMain(text));
    },
    send(channel: string, message: unknown): void {
      void page.toMain(cloneToText({ kind: 'send', channel, message: page.structuredClone(message) }));
    },
    on(channel: string, listener: (event: object, ...args: readonly unknown[]) => void): void {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  };

  /** The value as the other side receives it. */
  function cloned(value: unknown): unknown {
    if (typeof value === 'function') return standInFor(value as Callable);
    if (value instanceof Promise) {
      return value.then(cloned, (error: unknown) => Promise.reject(clonedError(error)));
    }
    if (typeof value !== 'object' || value === null || !holdsFunction(value)) {
      return page.structuredClone(value);
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cloned(part)]));
  }

  function standInFor(original: Callable): Callable {
    return (...args) => {
      const given = args.map(cloned);
      let result: unknown;
      try {
        result = original(...given);
      } catch (error) {
        throw clonedError(error);
      }
      return cloned(result);
    };
  }

  /** Only the message of an error arrives. */
  function clonedError(error: unknown): Error {
    return new Error(error instanceof Error ? error.message : String(error));
  }

  function holdsFunction(value: object): boolean {
    return Object.values(value).some(
      (part: unknown) =>
        typeof part === 'function' || (typeof part === 'object' && part !== null && holdsFunction(part)),
    );
  }

  function frozen<Value>(value: Value): Value {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
    return Object.freeze(value);
  }

  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      const value = frozen(cloned(api));
      Object.defineProperty(page, key, { value, enumerable: true, configurable: false, writable: false });
    },
  };
  const module = { exports: {} };
  preload(
    (name) => {
      if (name === 'electron') return { contextBridge, ipcRenderer };
      throw new Error(`A sandboxed preload script cannot require ${name}.`);
    },
    module,
    module.exports,
  );

  return (text) => {
    const { channel, args } = textToClone(text) as { channel: string; args: readonly unknown[] };
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
  };
}
