import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { RowSign } from '../../../contract/changes/part-rows.ts';

export type PartOf<Type extends ChangePart['type']> = Extract<ChangePart, { readonly type: Type }>;

export const rowSigns = {
  added: { sign: '+', label: 'added' },
  removed: { sign: '−', label: 'removed' },
  changed: { sign: '~', label: 'changed' },
  same: { sign: '', label: 'unchanged' },
} as const satisfies Record<RowSign, { readonly sign: string; readonly label: string }>;

/** What happened to the whole part. */
export function partSign({ isChanged, before, after }: ChangePart): RowSign {
  if (!isChanged) return 'same';
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}
