/** Replaces the clocks of this process by ones that can be moved ahead. Timers still run in real time. */
export function useMovableClock(): { pass(milliseconds: number): void } {
  let ahead = 0;
  const wall = Date.now.bind(Date);
  const monotonic = performance.now.bind(performance);
  Object.assign(Date, { now: () => wall() + ahead });
  Object.assign(performance, { now: () => monotonic() + ahead });
  return { pass: (milliseconds) => void (ahead += milliseconds) };
}
