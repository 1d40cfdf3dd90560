/** Lets a few send at once; the others wait in their order. */
export interface SendSlots {
  /** Resolves when one more may send. */
  acquire(): Promise<void>;
  release(): void;
}

export function createSendSlots(most: number): SendSlots {
  let sending = 0;
  const waiting: (() => void)[] = [];
  return {
    async acquire() {
      if (sending === most) await new Promise<void>((resolve) => waiting.push(resolve));
      else sending += 1;
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) sending -= 1;
      else next();
    },
  };
}
