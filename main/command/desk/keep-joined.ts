import type { Desk } from './desk.ts';
import { NotBegun } from './remote-desk.ts';

interface Subscription {
  readonly subscribe: (desk: Desk) => () => void;
  stop: () => void;
}

/**
 * Services that stay available if the process that runs them closes between two calls, as another command does when it is done:
 * the process that opens the profile next is joined, and gets the call. A call that was begun is never made twice.
 */
export function keepJoined(first: Desk, rejoin: () => Promise<Desk>): Desk {
  const subscriptions = new Set<Subscription>();
  let joined = first;
  let current = { desk: Promise.resolve(first) };

  async function joinNext(): Promise<Desk> {
    joined = await rejoin();
    for (const subscription of subscriptions) subscription.stop = subscription.subscribe(joined);
    return joined;
  }

  const call: Desk['call'] = async (name, input, options) => {
    const used = current;
    try {
      return await (await used.desk).call(name, input, options);
    } catch (error) {
      if (!(error instanceof NotBegun)) throw error;
      // Of several calls that meet the same end, one joins.
      if (current === used) current = { desk: joinNext() };
      return await call(name, input, options);
    }
  };

  return {
    call,
    on(name, listener) {
      const subscribe = (desk: Desk): (() => void) => desk.on(name, listener);
      const subscription: Subscription = { subscribe, stop: subscribe(joined) };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
        subscription.stop();
      };
    },
    close: async () => (await current.desk).close(),
  };
}
