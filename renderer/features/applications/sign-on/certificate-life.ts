import type { Tone } from '../../../ui/index.ts';
import { counted } from '../../../../languages/text/intl.ts';

const day = 86_400_000;
/** Warns this many days before expiry, because replacing a certificate takes time on both sides. */
const warnsFromDays = 30;

interface CertificateLife {
  readonly tone: Tone;
  readonly text: string;
  /** Elapsed share of the validity period, from 0 to 1. */
  readonly share: number;
}

/** Validity of a certificate now. Times in milliseconds since the epoch. */
export function certificateLife(
  { validFrom, validTo }: { readonly validFrom: number; readonly validTo: number },
  now: number,
): CertificateLife {
  const whole = Math.max(1, validTo - validFrom);
  const share = Math.min(1, Math.max(0, (now - validFrom) / whole));
  if (now < validFrom) return { tone: 'warn', text: `valid in ${days(validFrom - now)}`, share };
  if (now >= validTo) return { tone: 'bad', text: `expired ${days(now - validTo)} ago`, share };
  const remaining = validTo - now;
  return {
    tone: remaining <= warnsFromDays * day ? 'warn' : 'good',
    text: remaining < day ? 'expires today' : `expires in ${days(remaining)}`,
    share,
  };
}

function days(milliseconds: number): string {
  const count = Math.max(1, Math.floor(milliseconds / day));
  return counted(count, 'day');
}
