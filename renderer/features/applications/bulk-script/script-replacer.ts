import type { FinishedReplacement, NamedScript, Replacement } from './replace-in-scripts.ts';
import type { ReplaceMessage } from './replace-worker.ts';

/** The parts of `Worker` used here. */
interface ReplaceWorker {
  onmessage:
    ((event: MessageEvent<{ readonly id: number; readonly result: FinishedReplacement }>) => void) | null;
  postMessage(message: ReplaceMessage): void;
  terminate(): void;
}

export type ReplaceResult = FinishedReplacement | { readonly result: 'too-slow' };

/** Timeout of a replacement in milliseconds. */
const limitMs = 3000;

/** Replaces in scripts in a worker that is terminated after a timeout. A newer request cancels the previous one. */
export class ScriptReplacer {
  readonly #create: () => ReplaceWorker;
  readonly #scripts: readonly NamedScript[];
  #worker: ReplaceWorker | undefined;
  #cancel: (() => void) | undefined;
  #lastId = 0;

  constructor(create: () => ReplaceWorker, scripts: readonly NamedScript[]) {
    this.#create = create;
    this.#scripts = scripts;
  }

  /** Undefined if canceled by a newer request or `stop`. */
  replace(replacement: Replacement): Promise<ReplaceResult | undefined> {
    this.#cancel?.();
    const { promise, resolve } = Promise.withResolvers<ReplaceResult | undefined>();
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    const id = ++this.#lastId;
    const timer = setTimeout(() => {
      this.#end();
      finish({ result: 'too-slow' });
    }, limitMs);
    const finish = (result: ReplaceResult | undefined): void => {
      clearTimeout(timer);
      if (this.#cancel === cancel) this.#cancel = undefined;
      resolve(result);
    };
    const cancel = (): void => {
      // Terminate the worker: it may stay busy with a result that is no longer needed.
      this.#end();
      finish(undefined);
    };
    this.#cancel = cancel;
    worker.onmessage = ({ data }) => {
      if (data.id === id) finish(data.result);
    };
    worker.postMessage({ id, replacement });
    return promise;
  }

  stop(): void {
    this.#cancel?.();
    this.#end();
  }

  #start(): ReplaceWorker {
    const worker = this.#create();
    worker.postMessage({ scripts: this.#scripts });
    return worker;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
