import type { BuiltInExpression, Expression } from '../../ast/expressions.ts';
import type { CompileScope } from '../../compiler/scope.ts';
import { compileExpression } from '../../compiler/expressions.ts';
import type { DateFormat } from '../../date-format/index.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import { dateFormatFor } from '../../runtime/date-formatting.ts';
import type { Environment } from '../../runtime/environment.ts';
import { DateValue, LazyDate, stringOf } from '../../values/value.ts';
import type { DateLikeKind, Value } from '../../values/value.ts';
import { dateTarget } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that read dates from strings or say which part of a date counts. */
export const dates = {
  date: conversion('date'),
  time: conversion('time'),
  datetime: conversion('datetime'),
  date_if_unknown: ifUnknown('date'),
  time_if_unknown: ifUnknown('time'),
  datetime_if_unknown: ifUnknown('datetime'),
};

function ifUnknown(kind: DateLikeKind): BuiltIn<DateValue> {
  return {
    prepare: dateTarget,
    evaluate: (value) => (value.kind === 'unknown' ? new DateValue(value.time, kind) : value),
  };
}

type Kind = Exclude<DateLikeKind, 'unknown'>;

function conversion(kind: Kind): BuiltIn<DateValue | string> {
  return {
    prepare: (value, env, node) => {
      if (!(value instanceof DateValue)) {
        const text = toPlainText(value, node.target, env);
        // A default format that cannot be is an error even if another one is given, as in the original.
        dateFormatFor(kind, undefined, node.target, env);
        return text;
      }
      if (value.kind === kind) return value;
      if (value.kind === 'unknown' || value.kind === 'datetime') return new DateValue(value.time, kind);
      throw runtimeError('type-mismatch', `Cannot convert ${value.kind} to ${kind}`, node);
    },
    // The text is read when something needs the date: what never does, such as ?has_content, never fails.
    evaluate: (value, env, node) => (typeof value === 'string' ? lazyDate(value, kind, env, node) : value),
    call: (value, args, env, node) => {
      if (typeof value !== 'string') throw wrongType(node, value, 'method or function');
      if (args.length > 1) throw env.failure('invalid-argument', `?${node.name} needs 0 to 1 argument(s).`);
      return parse(value, kind, stringOf(args[0]), env, node);
    },
    stringArguments: true,
  };
}

/**
 * `text?date.format` and `text?date["format"]`: reads the text in a format given as a key. Undefined when the
 * expression is not one of the three built-ins.
 */
export function compileDateParser(
  node: Expression,
  scope: CompileScope,
): ((env: Environment, format: string) => Value) | undefined {
  if (node.type !== 'built-in' || node.arguments !== undefined) return undefined;
  const kind = node.name;
  if (kind !== 'date' && kind !== 'time' && kind !== 'datetime') return undefined;
  const target = compileExpression(node.target, scope);
  const { prepare } = conversion(kind);
  return (env, format) => {
    const value = prepare(target(env), env, node);
    if (typeof value !== 'string') throw wrongType(node, value, 'hash');
    return parse(value, kind, format, env, node);
  };
}

/** The format is settled now, though the text is read later: `#setting` may change it in between. */
function lazyDate(text: string, kind: Kind, env: Environment, node: BuiltInExpression): DateValue {
  const format = dateFormatFor(kind, undefined, node.target, env);
  return new LazyDate(kind, () => read(text, format, env));
}

/** Reads text in a format: the one named, or the current one of the kind. */
export function parse(
  text: string,
  kind: Kind,
  format: string | undefined,
  env: Environment,
  node: BuiltInExpression,
): DateValue {
  return new DateValue(read(text, dateFormatFor(kind, format, node.target, env), env), kind);
}

function read(text: string, format: DateFormat, env: Environment): number {
  try {
    return format.parse(text, env.context.now);
  } catch (error) {
    throw env.failure(
      'format',
      `The string doesn't match the expected date/time/date-time format. The string to parse was: "${text}". The ` +
        `expected format was: "${format.description}".${error instanceof Error ? `\n${error.message}` : ''}`,
    );
  }
}
