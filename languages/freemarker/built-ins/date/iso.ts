import type { BuiltInExpression } from '../../ast/expressions.ts';
import { findTimeZone, formatIso, timeZoneOrGmt, utc } from '../../date-format/index.ts';
import type { IsoAccuracy, TimeZone } from '../../date-format/index.ts';
import { utcTimestamp } from '../../date-format/utc-timestamp.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import type { DateValue } from '../../values/value.ts';
import { counted, dateTarget, onDate, stringArgument } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

const ACCURACIES: readonly (readonly [suffix: string, accuracy: IsoAccuracy])[] = [
  ['', 'seconds'],
  ['_ms', 'milliseconds'],
  ['_m', 'minutes'],
  ['_h', 'hours'],
];

/** `?iso_utc`, `?iso_local`, `?iso(zone)` and their variants: accuracy (`_h`, `_m`, `_ms`) and offset (`_nz`). */
export const isoDates = isoBuiltIns();

function isoBuiltIns(): Record<string, BuiltIn<DateValue>> {
  const all: Record<string, BuiltIn<DateValue>> = {};
  for (const [suffix, accuracy] of ACCURACIES) {
    for (const [ending, showsOffset] of [
      ['', true],
      ['_nz', false],
    ] as const) {
      all[`iso_utc${suffix}${ending}`] = onDate((date, _env, node) =>
        format(date, accuracy, showsOffset, utc, node),
      );
      all[`iso_local${suffix}${ending}`] = onDate((date, env, node) =>
        format(date, accuracy, showsOffset, timeZoneOrGmt(env.settings.timeZone), node),
      );
      all[`iso${suffix}${ending}`] = inZone(accuracy, showsOffset);
    }
  }
  all['iso_utc_fz'] = onDate((date, _env, node) => format(date, 'seconds', true, utc, node));
  return all;
}

function inZone(accuracy: IsoAccuracy, showsOffset: boolean): BuiltIn<DateValue> {
  return {
    prepare: (value, env, node) => {
      const date = dateTarget(value, env, node);
      checkKind(date, node);
      return date;
    },
    call: counted(1, 1, (date, args, env, node) => {
      const id = stringArgument(args, 0, env, node);
      const zone = findTimeZone(id);
      if (zone === undefined) {
        throw env.failure('invalid-argument', `The time zone of ?${node.name}(...) is not known: "${id}".`);
      }
      return format(date, accuracy, showsOffset, zone, node);
    }),
  };
}

function checkKind({ kind }: DateValue, node: BuiltInExpression): void {
  if (kind !== 'unknown') return;
  throw runtimeError(
    'type-mismatch',
    `?${node.name} needs a value where it's known if it's a date (no time part), time, or date-time value.`,
    node.target,
  );
}

function format(
  date: DateValue,
  accuracy: IsoAccuracy,
  showsOffset: boolean,
  zone: TimeZone,
  node: BuiltInExpression,
): string {
  const { kind, time } = date;
  checkKind(date, node);
  if (kind === 'unknown') return '';
  if (zone === utc && accuracy === 'seconds' && kind === 'datetime') {
    const text = utcTimestamp(time);
    if (text !== undefined) return showsOffset ? `${text}Z` : text;
  }
  return formatIso(time, kind, {
    dialect: 'iso',
    accuracy,
    showsOffset: showsOffset && kind !== 'date',
    zone,
  });
}
