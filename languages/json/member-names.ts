/**
 * Two member names have a special meaning: `__proto__`, which assignments and schema libraries drop, and
 * `$number`, which marks an exact number. Members with these names in JSON get an extra `$` in their key.
 */
const reserved = /^(?:\$*__proto__|\$+number)$/;
const escaped = /^\$(?:\$*__proto__|\$+number)$/;

/** The key for a JSON member name. */
export function memberKey(name: string): string {
  return reserved.test(name) ? `$${name}` : name;
}

/** The JSON member name for a key. */
export function memberName(key: string): string {
  return escaped.test(key) ? key.slice(1) : key;
}
