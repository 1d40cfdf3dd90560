/** Runs the work and returns its duration in milliseconds and its result. */
export async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

export const countOf = (count: number): string => count.toLocaleString('en');
