import type { BuiltInExpression } from '../../ast/expressions.ts';
import { findTimeZone, formatIso, timeZoneOrGmt, utc } from '../../date-format/index.ts';
import type { IsoAccuracy, TimeZone } from '../../date-format/index.ts';
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

/** The first milliseconds of the years 1 and 10000, between which years have four digits. */
const YEAR_1 = -62_135_596_800_000;
const YEAR_10000 = 253_402_300_800_000;

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
  if (zone === utc && accuracy === 'seconds' && kind === 'datetime' && time >= YEAR_1 && time < YEAR_10000) {
    // The everyday case, in the words of the platform.
    return new Date(time).toISOString().slice(0, 19) + (showsOffset ? 'Z' : '');
  }
  return formatIso(time, kind, {
    dialect: 'iso',
    accuracy,
    showsOffset: showsOffset && kind !== 'date',
    zone,
  });
}
