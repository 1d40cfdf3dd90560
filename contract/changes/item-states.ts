/** States of a change item. In a separate module without schemas, because the page needs it before it shows anything. */
export const itemStates = [
  /** Not sent. */
  'pending',
  /** In progress; after a crash: possibly sent. */
  'applying',
  /** Confirmed by a read. */
  'verified',
  /** Accepted by the tenant, but no read can confirm it (`error` says why). Resolved. */
  'accepted',
  /** The tenant already had it; nothing was sent. */
  'unchanged',
  /** Rejected by the tenant; nothing changed. */
  'refused',
  /** Changed in the tenant after the review; nothing was sent. */
  'outdated',
  /** Sent, result unknown. Unresolved. */
  'unknown',
  /** Only partly in effect. Unresolved. */
  'incomplete',
  /** Changed by someone else right after it was sent. Unresolved. */
  'different',
  'taken-back',
  /** Skipped: undecided, the rest was abandoned, or something it needs couldn't be read (`error` says what). */
  'left-out',
] as const;

/** True for a change known to be in effect: verified by a read, or accepted where no read can verify it. */
export const isInEffectState = (state: (typeof itemStates)[number]): boolean =>
  state === 'verified' || state === 'accepted';
