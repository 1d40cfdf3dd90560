/** How a cell of application and role stands. */
export type CellState = 'granted' | 'none' | 'to-grant' | 'to-revoke' | 'automatic' | 'unread';

/** As it is read aloud after the application and the role. */
export const cellLabels: Readonly<Record<CellState, string>> = {
  granted: 'granted',
  none: 'not granted',
  'to-grant': 'will be granted',
  'to-revoke': 'will be revoked',
  automatic: 'granted by a rule, not editable here',
  unread: 'not read yet',
};

/** Why a cell that a rule grants cannot be toggled. */
export const automaticReason =
  'A rule of the tenant grants this. Change the rule in the administrator portal: taken away here it would come back.';

interface CellFacts {
  readonly isKnown: boolean;
  readonly isGranted: boolean;
  readonly isAutomatic: boolean;
  /** What is pending; undefined where nothing is. */
  readonly wanted: boolean | undefined;
}

export function cellState({ isKnown, isGranted, isAutomatic, wanted }: CellFacts): CellState {
  if (wanted !== undefined && (!isKnown || wanted !== isGranted)) return wanted ? 'to-grant' : 'to-revoke';
  if (!isKnown) return 'unread';
  if (isAutomatic) return 'automatic';
  return isGranted ? 'granted' : 'none';
}
