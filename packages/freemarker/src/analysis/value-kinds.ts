import type { Expression } from '../ast/expressions.ts';
import type { ResultKind } from '../built-ins/definition.ts';
import { builtInNamed } from '../built-ins/registry.ts';
import type { VariableColumn, VariableModel } from '../variables/variable-model.ts';

/** What an expression is known to give. `timestamp` is a number of epoch milliseconds. */
export type ValueKind = ResultKind | 'timestamp';

/** The kind that a column's declared type stands for. */
export function columnKind(column: VariableColumn): ValueKind {
  const type = (column.type ?? '').toUpperCase();
  if (/TIME|DATE/.test(type)) return 'timestamp';
  if (/^(?:U?INT|INTEGER|LONG|SHORT|BYTE|NUMBER|NUMERIC|FLOAT|DOUBLE|DECIMAL|BIG)/.test(type))
    return 'number';
  if (/^BOOL/.test(type)) return 'boolean';
  if (/^(?:STRING|TEXT|CHAR|VARCHAR|UUID|ENUM)/.test(type)) return 'string';
  if (/^(?:ARRAY|LIST|SEQUENCE|SET)/.test(type)) return 'sequence';
  if (/^(?:MAP|OBJECT|STRUCT|JSON|HASH)/.test(type)) return 'hash';
  return 'unknown';
}

/** What is known of the variables that a template sees. */
export interface KnownVariables {
  readonly models: readonly VariableModel[];
  /** A sample of the data, as parsed JSON. */
  readonly sample: unknown;
  /** Kinds of the template's own variables, by name. */
  readonly own: ReadonlyMap<string, ValueKind>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Epoch milliseconds between 2001 and 2100, or a name that says so. */
const looksLikeTimestamp = (name: string, value: number): boolean =>
  Number.isInteger(value) &&
  value > 978_307_200_000 &&
  value < 4_102_444_800_000 &&
  /time|date|stamp|_at$|^ts$|_ts$/i.test(name);

export function kindOfSample(name: string, value: unknown): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return looksLikeTimestamp(name, value) ? 'timestamp' : 'number';
    case 'boolean':
      return 'boolean';
    default:
      return Array.isArray(value) ? 'sequence' : isRecord(value) ? 'hash' : 'unknown';
  }
}

/** The path of names that an expression reads (`event.user.name`), or undefined. */
export function variablePath(expression: Expression): readonly string[] | undefined {
  if (expression.type === 'identifier') return [expression.name];
  if (expression.type === 'parenthetical') return variablePath(expression.inner);
  if (expression.type !== 'dot') return undefined;
  const target = variablePath(expression.target);
  return target && [...target, expression.key];
}

function kindOfPath(path: readonly string[], known: KnownVariables): ValueKind {
  const [first = ''] = path;
  const own = known.own.get(first);
  if (own !== undefined) return path.length === 1 ? own : 'unknown';
  return kindInSample(path, known.sample) ?? kindInModels(path, known.models) ?? 'unknown';
}

function kindInSample(path: readonly string[], sample: unknown): ValueKind | undefined {
  let value = sample;
  for (const name of path) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  const kind = kindOfSample(path.at(-1) ?? '', value);
  return kind === 'unknown' ? undefined : kind;
}

function kindInModels(path: readonly string[], models: readonly VariableModel[]): ValueKind | undefined {
  const [first, second] = path;
  if (second !== undefined && path.length === 2) {
    const column = models.find((model) => model.name === first)?.columns.find(({ name }) => name === second);
    if (column !== undefined) return columnKind(column);
    return first === 'system' ? 'string' : undefined;
  }
  if (path.length !== 1) return undefined;
  if (first === 'tenant_id') return 'string';
  if (first === 'system' || first === 'utils' || models.some(({ name }) => name === first)) return 'hash';
  // The samples of the service refer to columns without the node's name, too.
  const column = models.flatMap(({ columns }) => columns).find(({ name }) => name === first);
  return column && columnKind(column);
}

/** What an expression is known to give, from its form and from what is known of the variables. */
export function kindOf(expression: Expression, known: KnownVariables): ValueKind {
  switch (expression.type) {
    case 'number':
    case 'sign':
    case 'arithmetic':
      return 'number';
    case 'string':
      return 'string';
    case 'boolean':
    case 'not':
    case 'comparison':
    case 'and':
    case 'or':
    case 'exists':
      return 'boolean';
    case 'list':
    case 'range':
      return 'sequence';
    case 'hash':
      return 'hash';
    case 'parenthetical':
      return kindOf(expression.inner, known);
    case 'identifier':
    case 'dot':
      return kindOfPath(variablePath(expression) ?? [], known);
    case 'built-in':
      return kindOfBuiltIn(expression, known);
    case 'call':
      return kindOfCall(expression.target);
    case 'default':
      return kindOfDefault(kindOf(expression.target, known), expression.fallback, known);
    case 'add':
      return kindOfSum(kindOf(expression.left, known), kindOf(expression.right, known));
    case 'special-variable':
      return expression.name === 'now' ? 'date' : 'unknown';
    case 'dynamic-key':
    case 'lambda':
    case 'error-expression':
      return 'unknown';
  }
}

function kindOfBuiltIn(expression: Expression & { type: 'built-in' }, known: KnownVariables): ValueKind {
  const builtIn = builtInNamed(expression.name);
  if (builtIn?.chooses === undefined) return builtIn?.gives ?? 'unknown';
  const kinds = builtIn.chooses(expression.arguments ?? []).map((argument) => kindOf(argument, known));
  const [first = 'unknown', ...others] = kinds;
  return others.every((kind) => kind === first) ? first : 'unknown';
}

function kindOfCall(target: Expression): ValueKind {
  if (target.type === 'built-in') return builtInNamed(target.name)?.gives ?? 'unknown';
  return variablePath(target)?.[0] === 'utils' ? 'string' : 'unknown';
}

function kindOfDefault(kind: ValueKind, fallback: Expression | undefined, known: KnownVariables): ValueKind {
  if (fallback === undefined) return kind;
  const other = kindOf(fallback, known);
  if (kind === 'timestamp' && other === 'number') return kind;
  return kind === other || other === 'unknown' ? kind : 'unknown';
}

function kindOfSum(left: ValueKind, right: ValueKind): ValueKind {
  if (left === 'string' || right === 'string') return 'string';
  const isNumber = (kind: ValueKind): boolean => kind === 'number' || kind === 'timestamp';
  if (isNumber(left) && isNumber(right)) return 'number';
  return left === right ? left : 'unknown';
}
