import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** Of one page: what a person looks at, and crosses the bridge in a moment. */
const maxRules = 100;
const maxCharacters = 256 * 1024;

/**
 * The webhooks of a file from one on, for showing, with what `hide` leaves of their headers and addresses. A page ends where it is
 * full, but is empty only past the last.
 */
export function pageOfRules(rules: readonly ExportedRule[], from: number, hide: Hide): ExportedRule[] {
  const page: ExportedRule[] = [];
  let letters = 0;
  for (const rule of rules.slice(from, from + maxRules)) {
    letters += Object.values(rule).join('').length;
    if (letters > maxCharacters && page.length > 0) break;
    page.push(hide(rule));
  }
  return page;
}
