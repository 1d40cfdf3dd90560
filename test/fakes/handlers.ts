import type { Handlers } from '../../contract/bridge/methods.ts';
import { methods } from '../../contract/bridge/methods.ts';
import { failure } from '../../main/platform/errors/failure.ts';

/**
 * Handlers for tests of code in front of them: the given ones work, every other one fails with `not-found`.
 */
export function fakeHandlers(given: Partial<Handlers> = {}): Handlers {
  const rest = Object.keys(methods).map((name) => [
    name,
    () => Promise.reject(failure('not-found', `${name} is not faked in this test.`)),
  ]);
  return { ...(Object.fromEntries(rest) as Handlers), ...given };
}
