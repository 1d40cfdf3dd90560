import type { FaultCase } from './faults.ts';
import { faults } from './faults.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { Cell } from './run-cell.ts';

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
      return [{ title: `is told truly when it ${row}`, row, cell: { operation, fault, write: 0 } }];
    }
    return [...operation.writes.entries()].map(([write, name]) => ({
      title: `is told truly when its request “${name}” ${row}`,
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

/** What another administrator does before it is applied, and right after its first request. */
function disturbedCells(operation: Operation): readonly NamedCell[] {
  return operation.disturbances.flatMap((name) =>
    (['planned', 'sent'] as const).flatMap((when) =>
      ['goes well', 'arrives, and its answer is lost'].map((fault) => {
        const row = `somebody else acts after it was ${when}`;
        return {
          title: `is told truly when somebody else ${name} after it was ${when}, and it ${fault}`,
          row,
          cell: { operation, fault: named(fault), write: 0, disturbance: { name, when } },
        };
      }),
    ),
  );
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
    cells: [...faultCells(operation), ...disturbedCells(operation)].filter(
      (_cell, column) => (row + column) % share === 0,
    ),
  }));
}
