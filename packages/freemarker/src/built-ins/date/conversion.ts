import type { DateFormat } from '../../date-format/index.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import { dateFormatFor } from '../../runtime/date-formatting.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { DateValue, LazyDate } from '../../values/value.ts';
import type { DateLikeKind } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { further, optional, printed } from '../parameters.ts';
import { dates, target } from '../targets.ts';

/** Built-ins that read dates from strings or say which part of a date counts. */
export const dateConversions = [
  conversion('date', {
    name: 'date',
    doc: 'Read as a date without a time, or the date part.',
    example: { template: '${"24.12.2025"?date("dd.MM.yyyy")?string.iso}', output: '2025-12-24' },
  }),
  conversion('time', {
    name: 'time',
    doc: 'Read as a time, or the time part.',
    example: { template: '${"18:30"?time("HH:mm")?string("h:mm a")}', output: '6:30 PM' },
  }),
  conversion('datetime', {
    name: 'datetime',
    doc: 'Read as a date-time.',
    example: {
      template: '${"2025-12-24 18:30"?datetime("yyyy-MM-dd HH:mm")?iso_utc}',
      output: '2025-12-24T18:30:00Z',
    },
  }),
  ifUnknown('date', {
    name: 'date_if_unknown',
    doc: 'As a date if it is not known to be something else.',
    example: { template: '${.now?date?date_if_unknown?is_date_only?c}', output: 'true' },
    since: '2.3.21',
  }),
  ifUnknown('time', {
    name: 'time_if_unknown',
    doc: 'As a time if it is not known to be something else.',
    example: { template: '${.now?time?time_if_unknown?is_time?c}', output: 'true' },
    since: '2.3.21',
  }),
  ifUnknown('datetime', {
    name: 'datetime_if_unknown',
    doc: 'As a date-time if it is not known to be something else.',
    example: { template: '${.now?datetime?datetime_if_unknown?is_datetime?c}', output: 'true' },
    since: '2.3.21',
  }),
];

function ifUnknown(kind: DateLikeKind, facts: BuiltInFacts): BuiltIn {
  return builtIn({
    ...facts,
    on: dates,
    gives: 'date',
    evaluate: (value) => (value.kind === 'unknown' ? new DateValue(value.time, kind) : value),
  });
}

type Kind = Exclude<DateLikeKind, 'unknown'>;

function conversion(kind: Kind, facts: BuiltInFacts): BuiltIn {
  return builtInFunction({
    ...facts,
    on: target(['string', 'date'], (value, env, node) => {
      if (!(value instanceof DateValue)) {
        const text = toPlainText(value, node.target, env);
        // A default format that cannot be is an error even if another one is given, as in the original.
        dateFormatFor(kind, undefined, env);
        return text;
      }
      if (value.kind === kind) return value;
      if (value.kind === 'unknown' || value.kind === 'datetime') return new DateValue(value.time, kind);
      throw runtimeError('type-mismatch', `Cannot convert ${value.kind} to ${kind}`, node);
    }),
    // What is a date already is no function, with however many arguments it is called.
    parameters: [optional(printed('format')), further],
    gives: 'date',
    // The text is read when something needs the date: what never does, such as ?has_content, never fails.
    evaluate: (value, env) => (typeof value === 'string' ? lazyDate(value, kind, env) : value),
    call: (value, [format, ...more], env, node) => {
      if (typeof value !== 'string') throw wrongType(node, value, 'method or function');
      if (more.length > 0) throw env.failure('invalid-argument', `?${node.name} needs 0 to 1 argument(s).`);
      return parse(value, kind, format, env);
    },
    keyed: (value, format, env, node) => {
      if (typeof value !== 'string') throw wrongType(node, value, 'hash');
      return parse(value, kind, format, env);
    },
  });
}

/** The format is resolved now, although the text is parsed later: `#setting` may change it in between. */
function lazyDate(text: string, kind: Kind, env: Environment): DateValue {
  const format = dateFormatFor(kind, undefined, env);
  return new LazyDate(kind, () => read(text, format, env));
}

/** Reads text in a format: the one named, or the current one of the kind. */
function parse(text: string, kind: Kind, format: string | undefined, env: Environment): DateValue {
  return new DateValue(read(text, dateFormatFor(kind, format, env), env), kind);
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
