/**
 * Structured-clone values as text, to pass them between a page and this process: Playwright's own
 * serialization supports fewer types. Both functions are self-contained, because their source runs in the
 * page, too. They throw for unsupported values.
 */
export function cloneToText(value: unknown): string {
  const seen = new Set<object>();
  function tagged(part: unknown): unknown {
    switch (typeof part) {
      case 'string':
      case 'boolean':
        return part;
      case 'number':
        return Number.isFinite(part) && !Object.is(part, -0) ? part : { '': 'number', of: String(part) };
      case 'undefined':
        return { '': 'undefined' };
      case 'bigint':
        return { '': 'bigint', of: String(part) };
      case 'object':
        return part === null ? null : taggedObject(part);
      default:
        throw new TypeError(`A ${typeof part} has no structured clone.`);
    }
  }
  function taggedObject(part: object): unknown {
    if (seen.has(part)) throw new TypeError('An object that is met twice is not carried.');
    seen.add(part);
    if (Array.isArray(part)) return part.map(tagged);
    if (part instanceof Date) return { '': 'date', of: part.getTime() };
    if (part instanceof Uint8Array) return { '': 'bytes', of: [...part] };
    if (part instanceof Map)
      return { '': 'map', of: [...part].map(([key, each]) => [tagged(key), tagged(each)]) };
    if (part instanceof Set) return { '': 'set', of: [...part].map(tagged) };
    if (Object.getPrototypeOf(part) !== Object.prototype) {
      throw new TypeError(`A ${part.constructor.name} is not carried.`);
    }
    return { '': 'object', of: Object.entries(part).map(([key, each]) => [key, tagged(each)]) };
  }
  return JSON.stringify(tagged(value));
}

export function textToClone(text: string): unknown {
  type Tagged =
    { readonly '': string; readonly of: never } | readonly unknown[] | string | number | boolean | null;
  function plain(part: unknown): unknown {
    const value = part as Tagged;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(plain);
    const { '': kind, of } = value as { readonly '': string; readonly of: never };
    const pairs = (): [unknown, unknown][] =>
      (of as [unknown, unknown][]).map(([key, each]) => [plain(key), plain(each)]);
    switch (kind) {
      case 'object':
        return Object.fromEntries((of as [string, unknown][]).map(([key, each]) => [key, plain(each)]));
      case 'undefined':
        return undefined;
      case 'number':
        return Number(of);
      case 'bigint':
        return BigInt(of);
      case 'date':
        return new Date(of);
      case 'bytes':
        return Uint8Array.from(of);
      case 'map':
        return new Map(pairs());
      case 'set':
        return new Set((of as unknown[]).map(plain));
      default:
        throw new TypeError(`Nothing is known of ${kind}.`);
    }
  }
  return plain(JSON.parse(text));
}
