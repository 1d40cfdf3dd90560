import { StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { storageFailure } from './storage-failure.ts';

/**
 * Wraps a database so that disk errors, including those of its statements, are converted to failures with their own code and
 * message. Calls `onDamage` for every damaged page found.
 */
export function withTypedErrors(database: Database, onDamage: () => void): Database {
  function converted(error: unknown): unknown {
    const known = storageFailure(error);
    if (known?.code === 'storage-damaged') onDamage();
    return known ?? error;
  }

  /** A proxy, because the classes of `node:sqlite` require their own `this`. */
  function guarded<Target extends object>(target: Target): Target {
    // The same few methods are used again and again.
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
            throw converted(error);
          }
        };
        calls.set(name, call);
        return call;
      },
    });
  }
  return guarded(database);
}
