import { findZoneId, formatServiceTimestamp, utc } from '../date-format/index.ts';
import type { TimeZone } from '../date-format/index.ts';
import { OperationError } from '../errors/runtime-errors.ts';
import { toLong } from '../values/arithmetic.ts';
import { isNumber, MethodValue, stringOf } from '../values/value.ts';
import type { CallArguments, Value } from '../values/value.ts';

/**
 * The service's `utils`: `number_to_datetime_utc(ms)` and `number_to_datetime_timezone(ms, zone)`, which write
 * `Nov 14, 2023 11:13 PM, CET`. Source: the platform specification, payload template language.
 */
export function utilsVariable(): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    [
      'number_to_datetime_utc',
      new MethodValue('number_to_datetime_utc', (args) => {
        requireCount(args, 1, 'number_to_datetime_utc');
        return formatServiceTimestamp(timestamp(args), utc);
      }),
    ],
    [
      'number_to_datetime_timezone',
      new MethodValue('number_to_datetime_timezone', (args) => {
        requireCount(args, 2, 'number_to_datetime_timezone');
        return formatServiceTimestamp(timestamp(args), zone(args));
      }),
    ],
  ]);
}

function requireCount(args: CallArguments, count: number, name: string): void {
  if (args.length === count) return;
  throw new OperationError('invalid-argument', `${name} needs ${count} argument(s), got ${args.length}`);
}

function timestamp(args: CallArguments): number {
  const [value] = args;
  if (!isNumber(value)) throw new OperationError('invalid-argument', 'the timestamp has to be a number');
  return Number(toLong(value));
}

function zone(args: CallArguments): TimeZone {
  const id = stringOf(args[1]) ?? '';
  const found = findZoneId(id);
  if (found === undefined) throw new OperationError('invalid-argument', `unknown time zone: ${id}`);
  return found;
}
