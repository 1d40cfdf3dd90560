/** An invalid argument of `DateFunc`; SQLite passes its message to the caller of the query. */
export class DateFuncError extends Error {}

/**
 * The platform's `DateFunc(base, offset)`: UTC text `YYYY-MM-DD HH:MM:SS`, comparable with the tenant's dates.
 *
 * `base` is `now`, `today` (midnight, UTC) or such a text. The offset counts days (`-7`, `-7 days`), or
 * `hours`,
 * `minutes`, `seconds`, `weeks`, months or years, or is a time (`-0:30`, `-12:00`, `-1.12:00`). NULL, as in a
 * column without a value, returns NULL. Throws DateFuncError for invalid arguments.
 * Source: compatibility, "dates in SQL"; times, months and years are ours.
 */
export function dateFunc(args: readonly unknown[], now: () => number): string | null {
  const [base, offset = 0] = args;
  if (args.length < 1 || args.length > 2)
    throw new DateFuncError(
      `DateFunc: takes a date and an offset, such as DateFunc('now', '-7'), not ${args.length} arguments`,
    );
  if (base === null || offset === null) return null;
  const moved = move(readBase(base, now), readOffset(offset));
  if (Number.isNaN(moved.getTime()))
    throw new DateFuncError(`DateFunc: the offset ${quoted(offset)} is out of range`);
  return moved.toISOString().replace('T', ' ').slice(0, 19);
}

/** The amount of an offset: calendar months, then milliseconds. */
interface Offset {
  readonly months: number;
  readonly milliseconds: number;
}

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, Offset>> = {
  second: { months: 0, milliseconds: 1000 },
  minute: { months: 0, milliseconds: 60_000 },
  hour: { months: 0, milliseconds: 3_600_000 },
  day: { months: 0, milliseconds: DAY_MS },
  week: { months: 0, milliseconds: 7 * DAY_MS },
  month: { months: 1, milliseconds: 0 },
  year: { months: 12, milliseconds: 0 },
};

function readBase(base: unknown, now: () => number): number {
  if (typeof base === 'string') {
    const keyword = base.trim().toLowerCase();
    if (keyword === 'now') return now();
    if (keyword === 'today') return now() - (now() % DAY_MS);
    if (/^\d{4}-\d\d-\d\d/.test(keyword)) {
      const text = base.trim().replace(' ', 'T');
      const time = Date.parse(text.length > 10 && !/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text);
      if (!Number.isNaN(time)) return time;
    }
  }
  throw new DateFuncError(
    `DateFunc: ${quoted(base)} is not a date; use 'now', 'today' or a date such as '2026-01-31'`,
  );
}

function readOffset(offset: unknown): Offset {
  const text = String(offset).trim();
  const counted = /^([+-]?)\s*(\d+)(?:\s+([a-z]+?)s?)?$/i.exec(text);
  const unit = counted === null ? undefined : UNITS[(counted[3] ?? 'day').toLowerCase()];
  if (counted !== null && unit !== undefined) {
    const times = (counted[1] === '-' ? -1 : 1) * Number(counted[2]);
    return { months: times * unit.months, milliseconds: times * unit.milliseconds };
  }
  const clock = /^([+-]?)(?:(\d+)\.)?(\d+):(\d\d)(?::(\d\d))?$/.exec(text);
  if (clock === null)
    throw new DateFuncError(
      `DateFunc: the offset ${quoted(offset)} is invalid; use days such as '-7' or '-7 days', or hours such as '-24 hours'`,
    );
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = clock;
  const inMinutes = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
  return { months: 0, milliseconds: (sign === '-' ? -1 : 1) * (inMinutes * 60_000 + Number(seconds) * 1000) };
}

/** Uses the last day of a month that is too short. */
function move(from: number, { months, milliseconds }: Offset): Date {
  const date = new Date(from);
  if (months !== 0) {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
  }
  return new Date(date.getTime() + milliseconds);
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
