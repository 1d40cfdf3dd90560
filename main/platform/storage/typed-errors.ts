import { StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { storageFailure } from './storage-failure.ts';

/**
 * The same database, whose errors and those of its statements are failures with a code and words of their own where the
 * disk is the reason. `onDamage` hears of every damaged page that is met.
 */
export function withTypedErrors(database: Database, onDamage: () => void): Database {
  function told(error: unknown): unknown {
    const known = storageFailure(error);
    if (known?.code === 'storage-damaged') onDamage();
    return known ?? error;
  }

  /** A proxy, as the classes of `node:sqlite` take no `this` but their own. */
  function guarded<Target extends object>(target: Target): Target {
    // A run asks for the same few again and again.
    const calls = new Map<PropertyKey, (...args: unknown[]) => unknown>();
    return new Proxy(target, {
      get(_target, name) {
        const known = calls.get(name);
        if (known !== undefined) return known;
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        const call = (...args: unknown[]): unknown => {
          try {
            const result: unknown = Reflect.apply(member, target, args);
            return result instanceof StatementSync ? guarded(result) : result;
          } catch (error) {
            throw told(error);
          }
        };
        calls.set(name, call);
        return call;
      },
    });
  }
  return guarded(database);
}
