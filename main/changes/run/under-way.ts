/** How many items of a run may be under way. */
export interface Width {
  /** That are sending or reading. */
  readonly active: number;
  /** In all, with those that wait for other items. */
  readonly all: number;
}

/** What one item has of those that are under way with it. */
export interface Turn {
  /** Waits for what other items bring about; meanwhile one more may be begun. */
  away<Answer>(waiting: Promise<Answer>): Promise<Answer>;
  /**
   * Reads what many items need: they wait for each other, and share one read that begins after all of them have asked.
   * `key` names what is read.
   */
  gathered<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
}

/** The items of a run that are under way. */
export interface UnderWay {
  /** Resolves when one more may be begun. */
  room(): Promise<void>;
  begin(work: (turn: Turn) => Promise<void>): void;
  /** True once the work of one has failed. */
  hasFailed(): boolean;
  /** Resolves when none is under way any longer; rejects with the first failure there was. */
  ended(): Promise<void>;
}

/** Reads of what was gathered that are under way at once. */
const readsAtOnce = 4;

export function createUnderWay({ active: mostActive, all: most }: Width): UnderWay {
  let active = 0;
  let all = 0;
  let failure: { readonly error: unknown } | undefined;
  let gathering = new Map<string, Gathered>();
  let isReading = false;
  const listeners = new Set<() => void>();

  function changed(): void {
    for (const listener of listeners) listener();
    // Whoever takes the next item does so first: only when nobody can go on is all gathered that there will be.
    if (active === 0 && gathering.size > 0 && !isReading) setImmediate(() => void readGathered());
  }

  async function readGathered(): Promise<void> {
    if (active > 0 || isReading) return;
    isReading = true;
    const waiting = [...gathering.values()].values();
    gathering = new Map();
    const readRest = async (): Promise<void> => {
      for (const each of waiting) await each.settle();
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readRest));
    isReading = false;
    changed();
  }

  function until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = (): void => {
        if (!isSo()) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  function createTurn(): Turn {
    let awayFrom = 0;
    async function away<Answer>(waiting: Promise<Answer>): Promise<Answer> {
      awayFrom += 1;
      if (awayFrom === 1) {
        active -= 1;
        changed();
      }
      try {
        return await waiting;
      } finally {
        awayFrom -= 1;
        if (awayFrom === 0) active += 1;
      }
    }
    return {
      away,
      gathered(key, read) {
        const asked = gathering.get(key) ?? createGathered(read);
        gathering.set(key, asked);
        // The key stands for the type of the answer.
        return away(asked.answer as ReturnType<typeof read>);
      },
    };
  }

  return {
    room: () => until(() => active < mostActive && all < most),
    begin(work) {
      active += 1;
      all += 1;
      const ended = (): void => {
        active -= 1;
        all -= 1;
        changed();
      };
      void work(createTurn()).then(ended, (error: unknown) => {
        failure ??= { error };
        ended();
      });
    },
    hasFailed: () => failure !== undefined,
    async ended() {
      await until(() => all === 0);
      if (failure !== undefined) throw failure.error;
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
