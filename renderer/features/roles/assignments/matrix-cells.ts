import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import type { Role } from '../../../../contract/roles/roles.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import type { CellRange } from '../../../ui/index.ts';
import type { CellState } from './cell-state.ts';
import { cellState } from './cell-state.ts';
import type { ToggledCell, WantedCell } from './assignment-edits.svelte.ts';
import type { RolesModel } from './roles-model.svelte.ts';

/** The shown rows and columns of the matrix. */
interface ShownMatrix {
  readonly rows: readonly ApplicationSummary[];
  readonly columns: readonly Role[];
  /** IDs of selected applications. Toggling one of them toggles all. */
  readonly chosen: ReadonlySet<string>;
}

/** The parts of the model that determine the state of a cell. */
export interface CellModel {
  readonly data: Pick<RolesModel['data'], 'isKnown' | 'isGranted' | 'isAutomatic'>;
  readonly edits: Pick<RolesModel['edits'], 'wanted'>;
}

export function stateOf(
  { data, edits }: CellModel,
  application: Pick<ApplicationSummary, 'id'>,
  role: Pick<Role, 'id'>,
): CellState {
  return cellState({
    isKnown: data.isKnown(role.id),
    isGranted: data.isGranted(application.id, role.id),
    isAutomatic: data.isAutomatic(application.id, role.id),
    wanted: edits.wanted({ applicationId: application.id, roleId: role.id }),
  });
}

/** A cell with its current value on the tenant; undefined if it can't be toggled. */
export function toggledCell(
  { data }: Pick<CellModel, 'data'>,
  application: Pick<ApplicationSummary, 'id' | 'name'>,
  role: Pick<Role, 'id' | 'name'>,
): ToggledCell | undefined {
  if (!data.isKnown(role.id) || data.isAutomatic(application.id, role.id)) return undefined;
  return {
    applicationId: application.id,
    application: application.name,
    roleId: role.id,
    role: role.name,
    isGranted: data.isGranted(application.id, role.id),
  };
}

/** Sets all cells of a range to the same value: assigned, unless all of them already are. */
export function toggleRange(model: CellModel, shown: ShownMatrix, range: CellRange): WantedCell[] {
  return toggleCells(model, cellsIn(model, shown, range));
}

/** As `toggleRange`. */
export function toggleCells(model: Pick<CellModel, 'edits'>, cells: readonly ToggledCell[]): WantedCell[] {
  const wanted = !cells.every((cell) => isWanted(model, cell));
  return cells.filter((cell) => isWanted(model, cell) !== wanted).map((cell) => ({ cell, wanted }));
}

/** Copies the first row of a range to the rows below it, column by column; a single cell copies the one above it. */
export function fillDown(
  model: CellModel,
  shown: ShownMatrix,
  { top, bottom, left, right }: CellRange,
): WantedCell[] {
  const from = top === bottom ? top - 1 : top;
  const source = shown.rows[from];
  if (source === undefined) return [];
  const changes: WantedCell[] = [];
  for (let column = left; column <= right; column += 1) {
    const role = shown.columns[column];
    if (role === undefined) continue;
    const state = stateOf(model, source, role);
    if (state === 'unread') continue;
    const wanted = state === 'granted' || state === 'to-grant' || state === 'automatic';
    for (const cell of cellsIn(
      model,
      { ...shown, chosen: none },
      { top: from + 1, bottom, left: column, right: column },
    )) {
      if (isWanted(model, cell) !== wanted) changes.push({ cell, wanted });
    }
  }
  return changes;
}

/** Separates changes to Everybody, which need a confirmation, from the others. */
export function everybodyAmong(changes: readonly WantedCell[]): {
  readonly everybody: readonly WantedCell[];
  readonly others: readonly WantedCell[];
} {
  const asks = ({ cell, wanted }: WantedCell): boolean =>
    cell.roleId === everybodyId && wanted !== cell.isGranted;
  return { everybody: changes.filter(asks), others: changes.filter((change) => !asks(change)) };
}

const none: ReadonlySet<string> = new Set();

function isWanted({ edits }: Pick<CellModel, 'edits'>, cell: ToggledCell): boolean {
  return edits.wanted(cell) ?? cell.isGranted;
}

function cellsIn(model: CellModel, { rows, columns, chosen }: ShownMatrix, range: CellRange): ToggledCell[] {
  const isOne = range.top === range.bottom && range.left === range.right;
  const first = rows[range.top];
  const applications =
    isOne && first !== undefined && chosen.has(first.id)
      ? rows.filter(({ id }) => chosen.has(id))
      : rows.slice(range.top, range.bottom + 1);
  const roles = columns.slice(Math.max(0, range.left), range.right + 1);
  return applications.flatMap((application) =>
    roles.flatMap((role) => toggledCell(model, application, role) ?? []),
  );
}
