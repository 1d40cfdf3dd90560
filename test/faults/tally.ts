/** Counts the outcomes of each row, and prints them as a table. */
export interface Tally {
  add(row: string, outcome: string): void;
  text(): string;
}

export function createTally(): Tally {
  const rows = new Map<string, Map<string, number>>();
  return {
    add(row, outcome) {
      const counts = rows.get(row) ?? new Map<string, number>();
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      rows.set(row, counts);
    },
    text() {
      const outcomes = [...new Set([...rows.values()].flatMap((counts) => [...counts.keys()]))].sort();
      const widest = Math.max(0, ...[...rows.keys()].map((row) => row.length));
      const line = (name: string, cells: readonly string[]): string =>
        `${name.padEnd(widest)}  ${cells.map((cell, index) => cell.padStart(outcomes[index]?.length ?? 0)).join('  ')}\n`;
      const body = [...rows].map(([row, counts]) =>
        line(
          row,
          outcomes.map((outcome) => String(counts.get(outcome) ?? '')),
        ),
      );
      const total = outcomes.map((outcome) =>
        String([...rows.values()].reduce((sum, counts) => sum + (counts.get(outcome) ?? 0), 0)),
      );
      return `\n${line('', outcomes)}${body.join('')}${line('all', total)}\n`;
    },
  };
}
