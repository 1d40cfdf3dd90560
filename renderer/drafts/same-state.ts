/**
 * True when two JSON values are equal regardless of the order of their members, as their canonical forms (RFC 8785) would
 * be. Compares without writing those forms, since a long text is compared on every key.
 */
export function isSameState(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = definedNames(one);
  return (
    names.length === definedNames(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameState(one[name], other[name]))
  );
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** JSON has no `undefined`: such a member counts as absent. */
function definedNames(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
