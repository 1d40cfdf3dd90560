import type { IncomingMessage, Server } from 'node:http';

/** Resolves when work may begin that nobody waits for, in the order of coming; undefined where it may at once. */
export type AwaitTurn = () => Promise<void> | undefined;

/** Milliseconds between two pieces of work while requests are under way. */
const PACE_MS = 1;

/**
 * Gives the requests of a server precedence: while one is under way, other work begins a piece at a time. All that may would
 * fill the turns of the event loop in which a request is read and answered, and the processors that its query needs. A little
 * goes on all the same, so that a request that takes long, or one after another, holds up nothing. Requests that `asksForWork` to be
 * done have none: who sends them waits for that work.
 */
export function giveRequestsPrecedence(
  server: Server,
  asksForWork: (request: IncomingMessage) => boolean,
): AwaitTurn {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  server.on('request', (request, response) => {
    if (asksForWork(request)) return;
    underWay++;
    // Comes once, however the exchange ends.
    response.once('close', () => underWay--);
  });

  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) beginLater();
  }

  function beginLater(): void {
    if (underWay > 0) setTimeout(beginNext, PACE_MS);
    else setImmediate(beginNext);
  }

  return () => {
    if (underWay === 0 && waiting.length === 0) return undefined;
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) beginLater();
    });
  };
}
