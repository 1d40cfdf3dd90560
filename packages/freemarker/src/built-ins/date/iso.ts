import type { BuiltInExpression } from '../../ast/expressions.ts';
import { findTimeZone, formatIso, timeZoneOrGmt, utc } from '../../date-format/index.ts';
import type { IsoAccuracy, TimeZone } from '../../date-format/index.ts';
import { utcTimestamp } from '../../date-format/utc-timestamp.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { DateValue } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import type { BuiltIn } from '../definition.ts';
import { text } from '../parameters.ts';
import { dateOf, dates, target } from '../targets.ts';

interface Variant {
  /** What the name ends with. */
  readonly ending: string;
  readonly doc: string;
  readonly accuracy: IsoAccuracy;
  readonly showsOffset: boolean;
  /** What the examples print, without the offset. */
  readonly printed: string;
}

const ACCURACIES = [
  { ending: '', doc: '', accuracy: 'seconds', printed: '2023-11-14T22:13:20' },
  { ending: '_ms', doc: ' with milliseconds', accuracy: 'milliseconds', printed: '2023-11-14T22:13:20.123' },
  { ending: '_m', doc: ' to the minute', accuracy: 'minutes', printed: '2023-11-14T22:13' },
  { ending: '_h', doc: ' to the hour', accuracy: 'hours', printed: '2023-11-14T22' },
] as const;

const VARIANTS: readonly Variant[] = ACCURACIES.flatMap((accuracy) => [
  { ...accuracy, showsOffset: true },
  { ...accuracy, ending: `${accuracy.ending}_nz`, showsOffset: false },
]);

const deprecated = { use: 'string with an iso format, such as ?string.iso' };

/** `?iso_utc`, `?iso_local`, `?iso(zone)` and their variants: accuracy (`_h`, `_m`, `_ms`) and offset (`_nz`). */
export const isoDates: readonly BuiltIn[] = [
  ...VARIANTS.flatMap((variant) => [inUtc(variant), inCurrentZone(variant), inGivenZone(variant)]),
  builtIn({
    ...ofIso('iso_utc_fz', 'In ISO 8601, in UTC, the offset forced.', '2023-11-14T22:13:20Z'),
    on: dates,
    evaluate: (date, env, node) => format(date, 'seconds', true, utc, env, node),
  }),
];

/** What all of them have in common; `call` is the part after the name in the example. */
function ofIso<Name extends string>(name: Name, doc: string, output: string, call = '') {
  return {
    name,
    doc,
    example: { template: `\${1700000000123?number_to_datetime?${name}${call}}`, output },
    since: '2.3.17',
    gives: 'string',
    json: { inString: 'safe' },
  } as const;
}

function withoutOffset({ showsOffset }: Variant): string {
  return showsOffset ? '' : ', without the offset';
}

function inUtc(variant: Variant): BuiltIn {
  const { ending, doc, accuracy, showsOffset, printed } = variant;
  const sentence = `In ISO 8601${doc}, in UTC${withoutOffset(variant)}.`;
  return builtIn({
    ...ofIso(`iso_utc${ending}`, sentence, printed + (showsOffset ? 'Z' : '')),
    on: dates,
    evaluate: (date, env, node) => format(date, accuracy, showsOffset, utc, env, node),
  });
}

function inCurrentZone(variant: Variant): BuiltIn {
  const { ending, doc, accuracy, showsOffset, printed } = variant;
  const sentence = `In ISO 8601${doc}, in the current zone${withoutOffset(variant)}.`;
  return builtIn({
    ...ofIso(`iso_local${ending}`, sentence, printed + (showsOffset ? 'Z' : '')),
    deprecated,
    on: dates,
    evaluate: (date, env, node) =>
      format(date, accuracy, showsOffset, timeZoneOrGmt(env.settings.timeZone), env, node),
  });
}

function inGivenZone(variant: Variant): BuiltIn {
  const { ending, doc, accuracy, showsOffset, printed } = variant;
  const sentence = `In ISO 8601${doc}, in the given zone${withoutOffset(variant)}.`;
  return builtInFunction({
    ...ofIso(
      `iso${ending}`,
      sentence,
      printed.replace('T22', 'T23') + (showsOffset ? '+01:00' : ''),
      '("Europe/Zurich")',
    ),
    deprecated,
    on: target('date', (value, env, node) => {
      const date = dateOf(value, env, node);
      checkKind(date, env, node);
      return date;
    }),
    parameters: [text('timeZone')],
    call: (date, [id], env, node) => {
      const zone = findTimeZone(id);
      if (zone !== undefined) return format(date, accuracy, showsOffset, zone, env, node);
      throw env.failure('invalid-argument', `The time zone of ?${node.name}(...) is not known: "${id}".`);
    },
  });
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
    if (text !== undefined) return showsOffset ? text + 'Z' : text;
  }
  return formatIso(time, kind, {
    dialect: 'iso',
    accuracy,
    showsOffset: showsOffset && kind !== 'date',
    zone,
  });
}
