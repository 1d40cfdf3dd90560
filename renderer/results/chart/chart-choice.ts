import type { ChartChoice, ResultGrouping } from '../../../contract/queries/results.ts';

type Names = readonly string[];

/** A grouping with columns by name instead of by index. */
export function choiceOf(
  { kind, isStacked }: Pick<ChartChoice, 'kind' | 'isStacked'>,
  grouping: ResultGrouping,
  names: Names,
): ChartChoice {
  const nameAt = (column: number | null): string | null => (column === null ? null : (names[column] ?? ''));
  const { by, bucket, series, sumOf } = grouping;
  return { kind, isStacked, by: names[by] ?? '', bucket, series: nameAt(series), sumOf: nameAt(sumOf) };
}

type FoundGrouping =
  | { readonly ok: true; readonly grouping: ResultGrouping }
  /** The result has no column of this name. */
  | { readonly ok: false; readonly missing: string };

/** The grouping of a chart in a result with columns of these names. */
export function groupingOf({ by, bucket, series, sumOf }: ChartChoice, names: Names): FoundGrouping {
  const missing = [by, series, sumOf].find((name) => name !== null && !names.includes(name));
  if (missing !== undefined && missing !== null) return { ok: false, missing };
  const placeOf = (name: string | null): number | null => (name === null ? null : names.indexOf(name));
  return {
    ok: true,
    grouping: { by: names.indexOf(by), bucket, series: placeOf(series), sumOf: placeOf(sumOf) },
  };
}

/** For example `sum of Launches by Application and Day`: the title, and the unit of a value. */
export function chartDescription({ by, series, sumOf }: Pick<ChartChoice, 'by' | 'series' | 'sumOf'>): {
  readonly title: string;
  readonly unit: string;
} {
  const unit = sumOf === null ? 'rows' : `sum of ${sumOf}`;
  return { unit, title: `${unit} by ${by}${series === null ? '' : ` and ${series}`}` };
}
