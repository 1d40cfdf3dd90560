import type { IncomingMessage, Server } from 'node:http';

/** Resolves when background work may start, in order; undefined if it may start immediately. */
export type AwaitTurn = () => Promise<void> | undefined;

/** Milliseconds between two pieces of work while requests are active. */
const PACE_MS = 1;

/**
 * Gives requests of a server precedence: while one is active, background work starts one piece at a time.
 * Starting all of it would fill the event loop turns in which a request is read and answered, and the
 * processors that its query needs. Some work still runs, so that a long request, or one after another, blocks
 * nothing. Requests matched by `asksForWork` have no precedence: their caller waits for that work.
 */
export function giveRequestsPrecedence(
  server: Server,
  asksForWork: (request: IncomingMessage) => boolean,
): AwaitTurn {
  let active = 0;
  const waiting: (() => void)[] = [];
  server.on('request', (request, response) => {
    if (asksForWork(request)) return;
    active++;
    // Emitted once, however the exchange ends.
    response.once('close', () => active--);
  });

  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) beginLater();
  }

  function beginLater(): void {
    if (active > 0) setTimeout(beginNext, PACE_MS);
    else setImmediate(beginNext);
  }

  return () => {
    if (active === 0 && waiting.length === 0) return undefined;
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) beginLater();
    });
  };
}
