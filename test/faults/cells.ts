import type { FaultCase } from './faults.ts';
import { faults } from './faults.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { Cell, StatusShown } from './run-cell.ts';
import { statusesShown } from './run-cell.ts';

export interface NamedCell {
  readonly title: string;
  /** Row of the table at the end. */
  readonly row: string;
  readonly cell: Cell;
}

/** Every fault at every request that changes something, and at the operation as a whole. */
function faultCells(operation: Operation): readonly NamedCell[] {
  return faults.flatMap((fault) => {
    const row = fault.name;
    if (fault.per === 'operation') {
      return [{ title: `is reported correctly when it ${row}`, row, cell: { operation, fault, write: 0 } }];
    }
    return [...operation.writes.entries()].map(([write, name]) => ({
      title: `is reported correctly when its request “${name}” ${row}`,
      row,
      cell: { operation, fault, write },
    }));
  });
}

const named = (name: string): FaultCase => {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no fault “${name}”.`);
  return fault;
};

/** Before it is applied, before each read that precedes its first write, and right after that. */
const points = ['planned', { read: 0 }, { read: 1 }, { read: 2 }, { read: 3 }, { read: 4 }, 'sent'] as const;

/** What another admin does in the meantime. */
function disturbedCells(operation: Operation): readonly NamedCell[] {
  return operation.disturbances.flatMap((name) =>
    points.flatMap((when) =>
      ['goes well', 'arrives, and its answer is lost'].map((fault) => {
        const point = typeof when === 'string' ? `after it was ${when}` : `before its read ${when.read + 1}`;
        const row = `someone else acts ${point}`;
        return {
          title: `is reported correctly when someone else ${name} ${point}, and it ${fault}`,
          row,
          cell: { operation, fault: named(fault), write: 0, disturbance: { name, when } },
        };
      }),
    ),
  );
}

/** The same on tenants that are no sandboxes, with each way of showing what means nothing in turn. */
function inOtherCells(cells: readonly NamedCell[]): readonly NamedCell[] {
  const shown = Object.keys(statusesShown) as StatusShown[];
  return cells.flatMap(({ title, row, cell }, index) => {
    const status = shown[index % shown.length];
    if (status === undefined || !/^webhook/.test(cell.operation.kind)) return [];
    return [
      {
        title: `${title}, where the status is ${status}`,
        row: `${row}, no sandbox`,
        cell: { ...cell, status },
      },
    ];
  });
}

/**
 * The cells of the matrix by operation. `share` takes every nth of them, another one for each operation, so that each
 * fault and each operation is met by some.
 */
export function matrix(
  share: number,
): readonly { readonly name: string; readonly cells: readonly NamedCell[] }[] {
  return operations.map((operation, row) => ({
    name: operation.name,
    cells: [
      ...faultCells(operation),
      ...disturbedCells(operation),
      ...inOtherCells([...faultCells(operation), ...disturbedCells(operation)]),
    ].filter((_cell, column) => (row + column) % share === 0),
  }));
}
