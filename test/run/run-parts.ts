/** One part of a test run. */
export interface Part {
  readonly name: string;
  /** Processors that it uses. */
  readonly processors: number;
  /** Names of the parts that must end before. */
  readonly after: readonly string[];
  run(): Promise<void>;
}

/**
 * Runs the parts in order, in parallel if processors and dependencies allow. A part that needs more
 * processors than available runs alone.
 * @throws an error if a part depends on a later or unknown one.
 */
export async function runParts(parts: readonly Part[], processors: number): Promise<void> {
  for (const [index, { name, after }] of parts.entries()) {
    const unknown = after.find((each) => !parts.slice(0, index).some((part) => part.name === each));
    if (unknown !== undefined)
      throw new Error(`The part ${name} depends on ${unknown}, which isn't an earlier part.`);
  }
  const waiting = [...parts];
  const running = new Map<Part, Promise<void>>();
  const ended = new Set<string>();

  const mayStart = (part: Part): boolean => {
    const busy = [...running.keys()].reduce((sum, each) => sum + each.processors, 0);
    const fits = running.size === 0 || busy + part.processors <= processors;
    return fits && part.after.every((name) => ended.has(name));
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const part of [...waiting]) {
      if (!mayStart(part)) continue;
      waiting.splice(waiting.indexOf(part), 1);
      const run = part.run().finally(() => {
        running.delete(part);
        ended.add(part.name);
      });
      running.set(part, run);
    }
    await Promise.race(running.values());
  }
}
