/** How many items of a run may be under way. */
export interface Width {
  /** That are sending or reading. */
  readonly active: number;
  /** With those that wait for other items, and have not sent. Those that have sent and wait are as many again at most. */
  readonly all: number;
  /**
   * For how long, in milliseconds, items wait for those that are still sending before they share a read without them: where a
   * tenant takes its time, a person is told of what is there meanwhile. Until all have sent, where absent.
   */
  readonly patience?: number;
}

/** What one item has of those that are under way with it. */
export interface Turn {
  /** Waits for what other items bring about; meanwhile one more may be begun. */
  away<Answer>(waiting: Promise<Answer>): Promise<Answer>;
  /** Resolves when it is one of the few that may send; until it is away or has ended. */
  toSend(): Promise<void>;
  /**
   * Reads what many items need: they wait for each other, for a while, and share one read that begins after all of them have
   * asked. `key` names what is read.
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

export function createActiveItems({ active: mostActive, all: most, patience }: Width): UnderWay {
  let active = 0;
  let all = 0;
  /** Of all those that wait for a read, with what they sent accepted. */
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  let gathering = new Map<string, Gathered>();
  let isReading = false;
  let isDue: NodeJS.Timeout | undefined;
  let sending = 0;
  const toSend: (() => void)[] = [];
  const listeners = new Set<() => void>();

  function changed(): void {
    for (const listener of listeners) listener();
    // Whoever takes the next item does so first: only when nobody can go on is all gathered that there will be.
    if (active === 0 && gathering.size > 0 && !isReading) setImmediate(() => void readGathered());
  }

  async function readGathered(isLate = false): Promise<void> {
    if ((active > 0 && !isLate) || isReading || gathering.size === 0) return;
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
    changed();
  }

  function beginWaiting(): void {
    if (patience === undefined) return;
    clearTimeout(isDue);
    isDue = setTimeout(() => void readGathered(true), patience);
  }

  function passOn(): void {
    const next = toSend.shift();
    if (next === undefined) sending -= 1;
    else next();
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

  function createTurn(): Turn & { end(): void } {
    let awayFrom = 0;
    let isSending = false;
    let hasSent = false;
    const stopSending = (): void => {
      if (isSending) passOn();
      isSending = false;
    };
    async function away<Answer>(waiting: Promise<Answer>): Promise<Answer> {
      awayFrom += 1;
      if (awayFrom === 1) {
        if (isSending && !hasSent) {
          hasSent = true;
          sent += 1;
        }
        stopSending();
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
      end() {
        stopSending();
        if (hasSent) sent -= 1;
      },
      async toSend() {
        if (isSending) return;
        if (sending === mostActive) await new Promise<void>((resolve) => toSend.push(resolve));
        else sending += 1;
        isSending = true;
      },
      gathered(key, read) {
        if (gathering.size === 0) beginWaiting();
        const asked = gathering.get(key) ?? createGathered(read);
        gathering.set(key, asked);
        // The key stands for the type of the answer.
        return away(asked.answer as ReturnType<typeof read>);
      },
    };
  }

  return {
    room: () => until(() => active < mostActive && all - sent < most),
    begin(work) {
      active += 1;
      all += 1;
      const turn = createTurn();
      const ended = (): void => {
        turn.end();
        active -= 1;
        all -= 1;
        changed();
      };
      void work(turn).then(ended, (error: unknown) => {
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
