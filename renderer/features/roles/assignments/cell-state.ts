/** State of the cell of an application and a role. */
export type CellState = 'granted' | 'none' | 'to-grant' | 'to-revoke' | 'automatic' | 'unread';

/** Read aloud after the application and the role. */
export const cellLabels: Readonly<Record<CellState, string>> = {
  granted: 'assigned',
  none: 'not assigned',
  'to-grant': 'will be assigned',
  'to-revoke': 'will be unassigned',
  automatic: 'assigned by a rule, read-only',
  unread: 'loading',
};

/** Why a cell assigned by a rule can't be toggled. */
export const automaticReason =
  'Assigned by a rule of the tenant. Change the rule in the admin portal; unassigning it here would not last.';

interface CellFacts {
  readonly isKnown: boolean;
  readonly isGranted: boolean;
  readonly isAutomatic: boolean;
  /** Pending value; undefined without a pending change. */
  readonly wanted: boolean | undefined;
}

export function cellState({ isKnown, isGranted, isAutomatic, wanted }: CellFacts): CellState {
  if (wanted !== undefined && (!isKnown || wanted !== isGranted)) return wanted ? 'to-grant' : 'to-revoke';
  if (!isKnown) return 'unread';
  if (isAutomatic) return 'automatic';
  return isGranted ? 'granted' : 'none';
}
