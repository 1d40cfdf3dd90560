/** Limits how many items send at once; the others wait in order. */
export interface SendSlots {
  /** Resolves when another item may send. */
  acquire(): Promise<void>;
  release(): void;
}

export function createSendSlots(max: number): SendSlots {
  let sending = 0;
  const waiting: (() => void)[] = [];
  return {
    async acquire() {
      if (sending === max) await new Promise<void>((resolve) => waiting.push(resolve));
      else sending += 1;
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) sending -= 1;
      else next();
    },
  };
}
