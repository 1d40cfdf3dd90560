import { isPlainHash } from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** The lists and hashes that a model holds, at whatever depth; itself is none of them. `step` is called for each value. */
export function partsOf(model: Value, step: () => void): WeakSet<object> {
  const parts = new WeakSet<object>();
  const pending = [...(valuesIn(model) ?? [])];
  while (pending.length > 0) {
    const value = pending.pop();
    step();
    if (typeof value !== 'object' || value === null || parts.has(value)) continue;
    const inner = valuesIn(value);
    if (inner === undefined) continue;
    parts.add(value);
    for (const next of inner) pending.push(next);
  }
  return parts;
}

function valuesIn(value: Value): Iterable<Value> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value as readonly Value[];
  if (value instanceof Map) return (value as ReadonlyMap<string, Value>).values();
  return isPlainHash(value) ? Object.values(value) : undefined;
}
