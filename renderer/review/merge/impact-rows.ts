import type { Tried } from './merge-impact.svelte.ts';

/** A value that a choice would lead to. */
interface ImpactValue {
  readonly name: string;
  readonly value: string;
}

/** What one choice means for one subject, such as a test user. */
export interface ImpactCell {
  readonly values: readonly ImpactValue[];
  readonly isFailing: boolean;
}

export interface ImpactRow {
  readonly subject: string;
  /** One for each choice. */
  readonly cells: readonly ImpactCell[];
}

const none: ImpactCell = { values: [], isFailing: false };

/** One row for each subject that any of the choices affects, from findings that compare the tenant with the result. */
export function impactRows(tried: readonly { readonly result: Tried }[]): readonly ImpactRow[] {
  const bySubject = new Map<string, ImpactCell[]>();
  tried.forEach(({ result }, column) => {
    const compared = result.findings.filter(
      ({ isCompared, columns }) => isCompared === true && columns.length === 4,
    );
    for (const { rows, failing = [] } of compared) {
      for (const [index, [subject = '', name = '', , value = '']] of rows.entries()) {
        const cells = bySubject.get(subject) ?? tried.map(() => none);
        const cell = cells[column] ?? none;
        cells[column] = {
          values: [...cell.values, { name, value }],
          isFailing: cell.isFailing || failing.includes(index),
        };
        bySubject.set(subject, cells);
      }
    }
  });
  return [...bySubject].map(([subject, cells]) => ({ subject, cells }));
}

/** What couldn't be determined, or the risks that no row shows: each once. */
export function impactNotes(
  tried: readonly { readonly name: string; readonly result: Tried }[],
): readonly string[] {
  const notes = tried.flatMap(({ name, result: { findings, risks } }) => [
    ...findings.filter(({ rows }) => rows.length === 0).map(({ note }) => note),
    ...(findings.some(({ failing = [] }) => failing.length > 0)
      ? []
      : risks.map(({ words }) => `${name}: ${words}`)),
  ]);
  return [...new Set(notes)].filter((note) => note !== '');
}
