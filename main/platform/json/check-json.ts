import { z } from 'zod';
import { approximate, isExactNumber } from '../../../languages/json/exact-number.ts';

/**
 * `schema.safeParse` for a parsed JSON value: where the schema expects a number, an exact number is converted to the nearest
 * double (some tenants write `1.0` and `1e3` for whole numbers). Other exact numbers are preserved.
 */
export function checkJson<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed;
  const paths = parsed.error.issues.flatMap(pathsOf).filter((path) => isExactNumber(valueAt(value, path)));
  if (paths.length === 0) return parsed;
  return z.safeParse(schema, paths.reduce(withDouble, value));
}

type Path = readonly PropertyKey[];

/** Includes the issues of all alternatives of a union. */
function pathsOf(issue: z.core.$ZodIssue): Path[] {
  if (issue.code !== 'invalid_union') return [issue.path];
  const inner = issue.errors.flat().flatMap(pathsOf);
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
