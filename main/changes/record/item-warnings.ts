import type { PlanWarning } from '../../../contract/changes/changes.ts';
import type { ItemDetails } from './plan-record.ts';

type WarningDetails = Pick<ItemDetails, 'warnings' | 'risks' | 'irreversible'>;

/** The warnings that are shown with an item, as sentences; risks are listed separately. */
export function warningTexts({ warnings, irreversible }: WarningDetails): string[] {
  return irreversible === undefined ? [...warnings] : [...warnings, `Can’t be undone. ${irreversible}`];
}

/** The warnings and risks of an item for a line in a list, risks first; undefined if there are none. */
export function warningOf(details: WarningDetails): PlanWarning | undefined {
  const risks = (details.risks ?? []).map(({ words }) => words);
  // A warning may also be a risk.
  const [text, ...others] = new Set([...risks, ...warningTexts(details)]);
  return text === undefined ? undefined : { count: others.length + 1, isRisk: risks.length > 0, text };
}
