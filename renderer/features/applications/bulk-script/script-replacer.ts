import type { NamedScript, ReplaceAnswer, Replacement } from './replace-in-scripts.ts';
import type { ReplaceMessage } from './replace-worker.ts';

/** Of a worker, what is used here. */
interface ReplaceWorker {
  onmessage: ((event: MessageEvent<{ readonly id: number; readonly answer: ReplaceAnswer }>) => void) | null;
  postMessage(message: ReplaceMessage): void;
  terminate(): void;
}

export type ReplaceResult = ReplaceAnswer | { readonly result: 'too-slow' };

/** After so many milliseconds an expression is given up. */
const limitMs = 3000;

/** Replaces in scripts, in a worker that is ended when it takes too long. A newer request gives up the one before. */
export class ScriptReplacer {
  readonly #create: () => ReplaceWorker;
  readonly #scripts: readonly NamedScript[];
  #worker: ReplaceWorker | undefined;
  #giveUp: (() => void) | undefined;
  #lastId = 0;

  constructor(create: () => ReplaceWorker, scripts: readonly NamedScript[]) {
    this.#create = create;
    this.#scripts = scripts;
  }

  /** Undefined where a newer request came or `stop` was called. */
  replace(replacement: Replacement): Promise<ReplaceResult | undefined> {
    this.#giveUp?.();
    const { promise, resolve } = Promise.withResolvers<ReplaceResult | undefined>();
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    const id = ++this.#lastId;
    const timer = setTimeout(() => {
      this.#end();
      settle({ result: 'too-slow' });
    }, limitMs);
    const settle = (result: ReplaceResult | undefined): void => {
      clearTimeout(timer);
      if (this.#giveUp === giveUp) this.#giveUp = undefined;
      resolve(result);
    };
    const giveUp = (): void => {
      // It may be busy for long with what nobody waits for.
      this.#end();
      settle(undefined);
    };
    this.#giveUp = giveUp;
    worker.onmessage = ({ data }) => {
      if (data.id === id) settle(data.answer);
    };
    worker.postMessage({ id, replacement });
    return promise;
  }

  stop(): void {
    this.#giveUp?.();
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
