import type { BuiltInExpression } from '../../ast/expressions.ts';
import { findTimeZone, formatIso, timeZoneOrGmt, utc } from '../../date-format/index.ts';
import type { IsoAccuracy, TimeZone } from '../../date-format/index.ts';
import { utcTimestamp } from '../../date-format/utc-timestamp.ts';
import type { Environment } from '../../runtime/environment.ts';
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
      all[`iso_utc${suffix}${ending}`] = onDate((date, env, node) =>
        format(date, accuracy, showsOffset, utc, env, node),
      );
      all[`iso_local${suffix}${ending}`] = onDate((date, env, node) =>
        format(date, accuracy, showsOffset, timeZoneOrGmt(env.settings.timeZone), env, node),
      );
      all[`iso${suffix}${ending}`] = inZone(accuracy, showsOffset);
    }
  }
  all['iso_utc_fz'] = onDate((date, env, node) => format(date, 'seconds', true, utc, env, node));
  return all;
}

function inZone(accuracy: IsoAccuracy, showsOffset: boolean): BuiltIn<DateValue> {
  return {
    prepare: (value, env, node) => {
      const date = dateTarget(value, env, node);
      checkKind(date, env, node);
      return date;
    },
    call: counted(1, 1, (date, args, env, node) => {
      const id = stringArgument(args, 0, env, node);
      const zone = findTimeZone(id);
      if (zone === undefined) {
        throw env.failure('invalid-argument', `The time zone of ?${node.name}(...) is not known: "${id}".`);
      }
      return format(date, accuracy, showsOffset, zone, env, node);
    }),
  };
}

function checkKind({ kind }: DateValue, env: Environment, node: BuiltInExpression): void {
  if (kind !== 'unknown') return;
  throw env.failure(
    'type-mismatch',
    `?${node.name} needs a value where it's known if it's a date (no time part), time, or date-time value.`,
  );
}

function format(
  date: DateValue,
  accuracy: IsoAccuracy,
  showsOffset: boolean,
  zone: TimeZone,
  env: Environment,
  node: BuiltInExpression,
): string {
  const { kind, time } = date;
  checkKind(date, env, node);
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
