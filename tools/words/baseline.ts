import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding } from './find.ts';

/** Findings by area and term: what the repository had when the check began. Deleted once there are none. */
export type Baseline = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The first folder; the template language apart from the others, wherever it is. */
export function areaOf(path: string): string {
  if (/(^|\/)freemarker\//.test(path)) return 'freemarker';
  const [first = '', second] = path.split('/');
  return second === undefined ? 'root' : first;
}

export function countByArea(findings: readonly Finding[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { path, term } of findings) {
    const area = (counts[areaOf(path)] ??= {});
    area[term] = (area[term] ?? 0) + 1;
  }
  return counts;
}

/** Lines that say where there is more than the baseline allows. */
export function growth(findings: readonly Finding[], baseline: Baseline): string[] {
  return Object.entries(countByArea(findings)).flatMap(([area, terms]) =>
    Object.entries(terms).flatMap(([term, count]) => {
      const allowed = baseline[area]?.[term] ?? 0;
      return count > allowed ? [`${area}: “${term}” is used ${count} times, and was ${allowed} times.`] : [];
    }),
  );
}

const file = (root: string): string => `${root}/tools/words/baseline.json`;

/** Without the file nothing is allowed. */
export function readBaseline(root: string): Baseline {
  try {
    return JSON.parse(readFileSync(file(root), 'utf8')) as Baseline;
  } catch {
    return {};
  }
}

export function writeBaseline(root: string, findings: readonly Finding[]): void {
  const sorted = Object.fromEntries(
    Object.entries(countByArea(findings))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([area, terms]) => [
        area,
        Object.fromEntries(Object.entries(terms).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      ]),
  );
  writeFileSync(file(root), `${JSON.stringify(sorted, undefined, 2)}\n`);
}
