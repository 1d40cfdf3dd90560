import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** Of one page: what a person looks at, and crosses the bridge in a moment. */
const mostRules = 100;
const mostLetters = 256 * 1024;

/**
 * The webhooks of a file from one on, for showing, with what `hide` leaves of their headers and addresses. A page ends where it is
 * full, but is empty only past the last.
 */
export function pageOfRules(rules: readonly ExportedRule[], from: number, hide: Hide): ExportedRule[] {
  const page: ExportedRule[] = [];
  let letters = 0;
  for (const rule of rules.slice(from, from + mostRules)) {
    letters += Object.values(rule).join('').length;
    if (letters > mostLetters && page.length > 0) break;
    page.push(hide(rule));
  }
  return page;
}
