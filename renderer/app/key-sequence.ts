/** Shortcuts of two keys pressed in sequence, such as `g a`: the state of one window. */
interface KeySequence {
  /**
   * The shortcut that a key pressed at `now` (ms) completes; undefined when it is the first of two. Sequences begin with
   * one of `leads`; any other single key does nothing.
   */
  press(key: string, now: number, leads: readonly (string | undefined)[]): string | undefined;
}

/** How long the first key waits for the second, ms. */
const patience = 1000;

export function createKeySequence(): KeySequence {
  let lead: { readonly key: string; readonly at: number } | undefined;
  return {
    press(key, now, leads) {
      const before = lead;
      lead = undefined;
      if (before !== undefined && now - before.at <= patience) return `${before.key} ${key}`;
      if (leads.includes(key)) lead = { key, at: now };
      return undefined;
    },
  };
}
