import type { Tone } from '../../../ui/index.ts';
import { counted } from '../../../../languages/text/intl.ts';

const day = 86_400_000;
/** From here on it warns: a certificate takes its time to be exchanged on both sides. */
const warnsFromDays = 30;

interface CertificateLife {
  readonly tone: Tone;
  readonly words: string;
  /** How much of it is over, from 0 to 1. */
  readonly share: number;
}

/** How a certificate stands at this moment, in words. Times in milliseconds since the epoch. */
export function certificateLife(
  { validFrom, validTo }: { readonly validFrom: number; readonly validTo: number },
  now: number,
): CertificateLife {
  const whole = Math.max(1, validTo - validFrom);
  const share = Math.min(1, Math.max(0, (now - validFrom) / whole));
  if (now < validFrom) return { tone: 'warn', words: `begins in ${days(validFrom - now)}`, share };
  if (now >= validTo) return { tone: 'bad', words: `ended ${days(now - validTo)} ago`, share };
  const left = validTo - now;
  return {
    tone: left <= warnsFromDays * day ? 'warn' : 'good',
    words: left < day ? 'ends today' : `ends in ${days(left)}`,
    share,
  };
}

function days(milliseconds: number): string {
  const count = Math.max(1, Math.floor(milliseconds / day));
  return counted(count, 'day');
}
