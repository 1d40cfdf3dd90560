import type { DeskError } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Unread extends Named {
  readonly error: DeskError;
}

const concurrency = 4;

/** Loads something of each application from the tenant, one request each, with progress. */
export class ReadEach<Item> {
  readonly #readOne: (id: string, signal: AbortSignal) => Promise<Item>;
  total = $state(0);
  done = $state(0);
  /** What was loaded, in the order of the applications; set when all requests are done. */
  items = $state.raw<readonly Item[] | undefined>(undefined);
  unread = $state.raw<readonly Unread[]>([]);

  constructor(readOne: (id: string, signal: AbortSignal) => Promise<Item>) {
    this.#readOne = readOne;
  }

  /** Never rejects; failures are listed in `unread`. */
  async read(applications: readonly Named[], signal: AbortSignal): Promise<void> {
    this.total = applications.length;
    this.done = 0;
    this.items = undefined;
    this.unread = [];
    const items: { readonly index: number; readonly item: Item }[] = [];
    const unread: Unread[] = [];
    const rest = applications.entries();
    const next = async (): Promise<void> => {
      for (const [index, one] of rest) {
        if (signal.aborted) return;
        try {
          items.push({ index, item: await this.#readOne(one.id, signal) });
        } catch (thrown) {
          unread.push({ ...one, error: toDeskError(thrown) });
        }
        this.done += 1;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, next));
    if (signal.aborted) return;
    this.items = items.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
    this.unread = unread;
  }
}
