import type { DamageReport } from '../../contract/app/desk-info.ts';
import { formatList, formatNumber } from '../../languages/text/intl.ts';

/** What is in the new database, as a sentence. */
export function recoveredText({ records }: DamageReport): string {
  const saved = records.filter((record) => record.saved > 0);
  if (saved.length === 0) return "The database couldn't be recovered. A new one was created.";
  return `Recovered into a new database: ${listed(saved.map((record) => `${record.what} (${figure(record.saved)})`))}.`;
}

/** What was lost, as sentences; undefined if no data is known to be lost. */
export function lostText({ records }: DamageReport): string | undefined {
  const known = records.filter(({ lost }) => lost > 0);
  const unsure = records.filter(({ mayLackMore }) => mayLackMore);
  if (known.length === 0 && unsure.length === 0) return undefined;
  const sentences = [
    ...(known.length === 0
      ? []
      : [`Lost: ${listed(known.map(({ what, lost }) => `${what} (${figure(lost)})`))}.`]),
    ...(unsure.length === 0 ? [] : [`More ${listed(unsure.map(({ what }) => what))} may be lost.`]),
  ];
  return sentences.join(' ');
}

function listed(parts: readonly string[]): string {
  return formatList(parts);
}

function figure(count: number): string {
  return formatNumber(count);
}
