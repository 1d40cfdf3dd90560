const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const HOUR = 3_600_000;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
const iso = (date: Date): string => date.toISOString().slice(0, 19);

function medium(date: Date): string {
  const hours = date.getUTCHours();
  const clock = `${hours % 12 || 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${mediumDay(date)}, ${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}

function mediumDay(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

export function dateLine(time: number): string {
  const date = new Date(time);
  const day = `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const clock = iso(date).slice(11);
  const tokyo = new Date(time + 9 * HOUR);
  return `${day}, ${clock} UTC ${iso(date)}Z ${iso(tokyo)}+09:00 ${medium(date)} ${mediumDay(date)}\n`;
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** The UTC offset of a zone at this time in minutes, according to the runtime. */
function offsetAt(time: number, zone: string): number {
  let format = offsets.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    offsets.set(zone, format);
  }
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

export function zoneLine(time: number, zone: string): string {
  const offset = offsetAt(time, zone);
  const local = new Date(time + offset * 60_000);
  const size = Math.abs(offset);
  const suffix =
    offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${medium(local)} ${iso(local)}${suffix}\n`;
}

export function parsedDateLine(text: string): string {
  const time = Date.parse(`${text}Z`);
  const again = Date.parse(`${text.replace('T', ' ')}Z`);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return `${time} ${again} ${day.getUTCDate()}.${day.getUTCMonth() + 1}.${day.getUTCFullYear()}\n`;
}
