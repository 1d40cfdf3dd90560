/**
 * Two names of members mean something to JavaScript or to us: `__proto__`, which assignments and schema libraries drop, and
 * `$number`, which marks an exact number. Members that are called so in JSON have one `$` more as a key here.
 */
const reserved = /^(?:\$*__proto__|\$+number)$/;
const escaped = /^\$(?:\$*__proto__|\$+number)$/;

/** The key of the member that is called `name` in JSON. */
export function memberKey(name: string): string {
  return reserved.test(name) ? `$${name}` : name;
}

/** How the member is called in JSON that has this key. */
export function memberName(key: string): string {
  return escaped.test(key) ? key.slice(1) : key;
}
