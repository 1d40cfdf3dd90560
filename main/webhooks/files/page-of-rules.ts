import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** Maximum size of one page, so that it is transferred quickly. */
const maxRules = 100;
const maxCharacters = 256 * 1024;

/**
 * The webhooks of a file from an index on, for display, with headers and URLs redacted by `hide`. A page ends when it is
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
