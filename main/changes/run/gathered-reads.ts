export interface GatheredReadsParts {
  /** True where nobody can go on, so that all is gathered that there will be. */
  readonly isIdle: () => boolean;
  readonly onRead: () => void;
  /** Milliseconds after which is read what was gathered until then, whoever can still go on; never, where absent. */
  readonly patience: number | undefined;
}

/** Reads that many share: each begins after all who wait for it have asked. */
export interface GatheredReads {
  /** `key` names what is read. */
  ask<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** Begins what was gathered, after those who can go on at once had their turn. */
  readSoon(): void;
}

/** Reads of what was gathered that are under way at once. */
const readsAtOnce = 4;

export function createGatheredReads({ isIdle, onRead, patience }: GatheredReadsParts): GatheredReads {
  let gathering = new Map<string, Gathered>();
  let isReading = false;
  let isDue: NodeJS.Timeout | undefined;

  async function readGathered(isLate = false): Promise<void> {
    if ((!isIdle() && !isLate) || isReading || gathering.size === 0) return;
    isReading = true;
    clearTimeout(isDue);
    const waiting = [...gathering.values()].values();
    gathering = new Map();
    const readRest = async (): Promise<void> => {
      for (const each of waiting) await each.settle();
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readRest));
    isReading = false;
    if (gathering.size > 0) beginWaiting();
    onRead();
  }

  function beginWaiting(): void {
    if (patience === undefined) return;
    clearTimeout(isDue);
    isDue = setTimeout(() => void readGathered(true), patience);
  }

  return {
    ask(key, read) {
      if (gathering.size === 0) beginWaiting();
      const asked = gathering.get(key) ?? createGathered(read);
      gathering.set(key, asked);
      // The key stands for the type of the answer.
      return asked.answer as ReturnType<typeof read>;
    },
    readSoon() {
      if (gathering.size > 0 && !isReading) setImmediate(() => void readGathered());
    },
  };
}

interface Gathered {
  readonly answer: Promise<unknown>;
  settle(): Promise<void>;
}

function createGathered(read: () => Promise<unknown>): Gathered {
  const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
  return {
    answer,
    settle: () => read().then(resolve, reject),
  };
}
