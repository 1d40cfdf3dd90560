/**
 * Checks the shape of an external value. For the few messages that a page reads before it can show anything: a schema library
 * would be a ninth of all the script it waits for.
 */
export type Guard<Shape> = (value: unknown) => value is Shape;

/** An object with exactly these members; a member whose guard accepts `undefined` may be absent. */
export function exactly<Shape extends object>(members: {
  readonly [Name in keyof Shape]-?: Guard<Shape[Name]>;
}): Guard<Shape> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is Shape =>
    isRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    guards.every(([name, isOfShape]) => isOfShape(value[name]));
}

export function either<First, Second>(isFirst: Guard<First>, isSecond: Guard<Second>): Guard<First | Second> {
  return (value): value is First | Second => isFirst(value) || isSecond(value);
}

export function literal<Value extends string | boolean>(wanted: Value): Guard<Value> {
  return (value): value is Value => value === wanted;
}

export function matching(pattern: RegExp): Guard<string> {
  return (value): value is string => isText(value) && pattern.test(value);
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNothing = (value: unknown): value is undefined => value === undefined;
export const isAnything = (_value: unknown): _value is unknown => true;

/** An object that isn't an array. `Member`: the possible values, such as JSON. */
export function isRecord<Member = unknown>(value: unknown): value is Readonly<Record<string, Member>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
