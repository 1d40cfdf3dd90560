import { headerKey } from '../../../../contract/values/header-secrecy.ts';
import type { ShownHeader } from '../../../../contract/webhooks/webhooks.ts';

/** The header text for display: shown values replace their placeholders. */
export function withShownValues(text: string, shown: readonly ShownHeader[]): string {
  return mapLines(
    text,
    shown,
    ({ placeholder }) => placeholder,
    ({ value }) => value,
  );
}

/** The header text for storage, from a displayed one: `withShownValues` and back gives the same text. */
export function withPlaceholders(text: string, shown: readonly ShownHeader[]): string {
  return mapLines(
    text,
    shown,
    ({ value }) => value,
    ({ placeholder }) => placeholder,
  );
}

type Side = (header: ShownHeader) => string;

function mapLines(text: string, shown: readonly ShownHeader[], from: Side, to: Side): string {
  if (shown.length === 0) return text;
  return text
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(':');
      const [name, value] = [headerKey(line.slice(0, Math.max(colon, 0))), line.slice(colon + 1)];
      const found = shown.find((header) => header.name === name && from(header) === value.trim());
      if (found === undefined) return line;
      const lead = value.length - value.trimStart().length;
      const tail = value.slice(lead + value.trim().length);
      return `${line.slice(0, colon + 1 + lead)}${to(found)}${tail}`;
    })
    .join('\n');
}
