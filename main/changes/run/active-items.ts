import { createGatheredReads } from './gathered-reads.ts';
import { createSendSlots } from './send-slots.ts';

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

export function createActiveItems({ active: mostActive, all: most, patience }: Width): UnderWay {
  let active = 0;
  let all = 0;
  /** Of all those that wait for a read, with what they sent accepted. */
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  const listeners = new Set<() => void>();

  function changed(): void {
    for (const listener of listeners) listener();
    // Whoever takes the next item does so first: only when nobody can go on is all gathered that there will be.
    if (active === 0) reads.readSoon();
  }

  const slots = createSendSlots(mostActive);
  const reads = createGatheredReads({ isIdle: () => active === 0, onRead: changed, patience });

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
      if (isSending) slots.release();
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
        await slots.acquire();
        isSending = true;
      },
      gathered: (key, read) => away(reads.ask(key, read)),
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
