import { z } from 'zod';
import { approximate, isExactNumber } from '../../../languages/json/exact-number.ts';

/**
 * `schema.safeParse` for a value that was read from JSON: where the schema wants a number, an exact one is read as the nearest
 * double (`1.0` and `1e3` are what some tenants write for whole numbers). What the schema leaves open keeps its exact numbers.
 */
export function checkJson<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed;
  const places = parsed.error.issues.flatMap(placesOf).filter((path) => isExactNumber(valueAt(value, path)));
  if (places.length === 0) return parsed;
  return z.safeParse(schema, places.reduce(withDouble, value));
}

type Path = readonly PropertyKey[];

/** Of a union each of its alternatives says where it differs. */
function placesOf(issue: z.core.$ZodIssue): Path[] {
  if (issue.code !== 'invalid_union') return [issue.path];
  const inner = issue.errors.flat().flatMap(placesOf);
  return [issue.path, ...inner.map((path) => [...issue.path, ...path])];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((within, key) => (isMembers(within) ? within[key] : undefined), value);
}

function withDouble(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return isExactNumber(value) ? approximate(value) : value;
  if (!isMembers(value)) return value;
  const member = withDouble(value[key], rest);
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === key ? member : item));
  return { ...value, [key]: member };
}

function isMembers(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
