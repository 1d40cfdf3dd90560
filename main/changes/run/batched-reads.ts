export interface BatchedReadsParts {
  /** True if no item can continue, so that the batch is complete. */
  readonly isIdle: () => boolean;
  readonly onRead: () => void;
  /** Milliseconds after which the current batch is read, even if some items can still continue; if absent, never. */
  readonly patience: number | undefined;
}

/** Shared reads: each starts after all items that wait for it have requested it. */
export interface BatchedReads {
  /** `key` names the read. */
  request<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
  /** Starts the current batch, after items that can continue at once have done so. */
  readSoon(): void;
}

/** Reads of a batch that run at once. */
const readsAtOnce = 4;

export function createBatchedReads({ isIdle, onRead, patience }: BatchedReadsParts): BatchedReads {
  let batch = new Map<string, SharedRead>();
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;

  async function readBatch(isLate = false): Promise<void> {
    if ((!isIdle() && !isLate) || isReading || batch.size === 0) return;
    isReading = true;
    clearTimeout(timer);
    const waiting = [...batch.values()].values();
    batch = new Map();
    const readRest = async (): Promise<void> => {
      for (const each of waiting) await each.run();
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readRest));
    isReading = false;
    if (batch.size > 0) startTimer();
    onRead();
  }

  function startTimer(): void {
    if (patience === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => void readBatch(true), patience);
  }

  return {
    request(key, read) {
      if (batch.size === 0) startTimer();
      const shared = batch.get(key) ?? createSharedRead(read);
      batch.set(key, shared);
      // The key determines the type of the result.
      return shared.result as ReturnType<typeof read>;
    },
    readSoon() {
      if (batch.size > 0 && !isReading) setImmediate(() => void readBatch());
    },
  };
}

interface SharedRead {
  readonly result: Promise<unknown>;
  run(): Promise<void>;
}

function createSharedRead(read: () => Promise<unknown>): SharedRead {
  const { promise: result, resolve, reject } = Promise.withResolvers<unknown>();
  return {
    result,
    run: () => read().then(resolve, reject),
  };
}
