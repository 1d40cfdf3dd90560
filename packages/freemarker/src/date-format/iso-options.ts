import { DatePatternError } from './date-pattern.ts';
import type { IsoAccuracy } from './iso-format.ts';

/** What follows `iso` or `xs` in a format string. */
export interface IsoOptions {
  readonly accuracy: IsoAccuracy;
  readonly showsOffset: boolean;
  readonly usesUtc: boolean;
}

/**
 * Reads the options of a format like `iso_ms_nz` or `xs u`: h, m, s, ms, nz, fz, u, fu, each after `_` or a space.
 * @throws DatePatternError
 */
export function parseIsoOptions(format: string, dialect: 'iso' | 'xs'): IsoOptions {
  let accuracy: IsoAccuracy | undefined;
  let showsOffset: boolean | undefined;
  let usesUtc = false;
  let isSeparated = false;
  let at = dialect.length;
  const fail = (what: string): never => {
    throw new DatePatternError(`${what} (at char pos. ${at}).`);
  };
  const next = (ch: string): boolean => {
    if (format.charAt(at) !== ch) return false;
    at++;
    return true;
  };
  const setAccuracy = (ch: string, value: IsoAccuracy): void => {
    if (accuracy !== undefined)
      fail(`Character "${ch}" is unexpected as accuracy was already specified earlier`);
    if (dialect === 'xs' && (value === 'hours' || value === 'minutes')) {
      throw new DatePatternError("Less than seconds accuracy isn't allowed by the XML Schema format");
    }
    accuracy = value;
  };
  const setOffset = (ch: string, value: boolean): void => {
    if (showsOffset !== undefined) {
      throw new DatePatternError(
        `Character "${ch}" is unexpected as zone offset visibility was already specified earlier. (at char pos. ${at}).`,
      );
    }
    if (!next('z')) fail(`"${ch}" must be followed by "z"`);
    showsOffset = value;
  };
  const setUtc = (): void => {
    if (usesUtc) throw new DatePatternError('The UTC usage option was already set earlier.');
    usesUtc = true;
  };
  while (at < format.length) {
    const ch = format.charAt(at++);
    if (ch === '_' || ch === ' ') {
      isSeparated = true;
      continue;
    }
    if (!isSeparated) fail(`Missing space or "_" before "${ch}"`);
    if (ch === 'h') setAccuracy(ch, 'hours');
    else if (ch === 's') setAccuracy(ch, 'seconds');
    else if (ch === 'm') setAccuracy(ch, next('s') ? 'fixed-milliseconds' : 'minutes');
    else if (ch === 'u') setUtc();
    else if (ch === 'n') setOffset(ch, false);
    else if (ch === 'f') {
      if (next('u')) setUtc();
      else setOffset(ch, true);
    } else fail(`Unexpected character, "${ch}". Expected the beginning of one of: h, m, s, ms, nz, fz, u`);
    isSeparated = false;
  }
  return { accuracy: accuracy ?? 'milliseconds', showsOffset: showsOffset ?? true, usesUtc };
}
