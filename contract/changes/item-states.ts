/** What can have become of a change. By itself, for the page needs it before it shows anything, and no schema. */
export const itemStates = [
  /** Not sent. */
  'pending',
  /** Under way; after a crash: perhaps sent. */
  'applying',
  /** The tenant shows it. */
  'verified',
  /** The tenant accepted it, and no read tells whether it is in effect (`error` says why). Settled. */
  'accepted',
  /** The tenant had it already; nothing was sent. */
  'unchanged',
  /** The tenant said no; nothing changed. */
  'refused',
  /** It changed in the tenant after it was reviewed; nothing was sent. */
  'outdated',
  /** Sent, and not known whether it took effect. Open. */
  'unknown',
  /** Only a part of it took effect. Open. */
  'incomplete',
  /** Somebody else changed it right after it was sent. Open. */
  'different',
  'taken-back',
  /** Not sent: it was not decided, the rest was given up, or something that it needs could not be read (`error` says what). */
  'left-out',
] as const;

/** True for a change that is in effect as far as anybody can tell: a read showed it, or the tenant accepted what no read shows. */
export const isSettledInEffect = (state: (typeof itemStates)[number]): boolean =>
  state === 'verified' || state === 'accepted';
