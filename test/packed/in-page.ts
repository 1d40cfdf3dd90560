/** What of a page's globals this needs; the page hands its own. */
export interface PageGlobals {
  structuredClone(value: unknown): unknown;
  /** Carries a message for main to the process of the test, and its answer back. */
  toMain(text: string): Promise<string>;
}

interface Codec {
  readonly cloneToText: (value: unknown) => string;
  readonly textToClone: (text: string) => unknown;
}

type Preload = (require: (name: string) => object, module: object, exports: object) => void;
type Callable = (...args: readonly unknown[]) => unknown;

/**
 * Runs the preload script before the page's own scripts, with no more than a sandboxed one has, and gives the page what it
 * exposes through a membrane like that of Electron's context bridge: data is cloned, functions are carried over by
 * stand-ins whose arguments and results are cloned in turn, and whatever has no clone (a proxy, for example) is refused
 * (electron/shell/renderer/api/electron_api_context_bridge.cc). Stands alone: its source runs in the page.
 *
 * Answers what brings main's events to the preload script.
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

  /** The value as the other side gets it. */
  function carried(value: unknown): unknown {
    if (typeof value === 'function') return standInFor(value as Callable);
    if (value instanceof Promise) {
      return value.then(carried, (error: unknown) => Promise.reject(carriedError(error)));
    }
    if (typeof value !== 'object' || value === null || !holdsFunction(value)) {
      return page.structuredClone(value);
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, carried(part)]));
  }

  function standInFor(original: Callable): Callable {
    return (...args) => {
      const given = args.map(carried);
      let result: unknown;
      try {
        result = original(...given);
      } catch (error) {
        throw carriedError(error);
      }
      return carried(result);
    };
  }

  /** Of an error nothing but its message arrives. */
  function carriedError(error: unknown): Error {
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
      const value = frozen(carried(api));
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
