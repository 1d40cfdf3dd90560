import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import { hiddenCharacters } from '../../../languages/text/hidden-characters.ts';
import { spelledOut } from '../../../languages/text/marked-text.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';

/** Source: platform specification, "Webhook export file". */
const knownVersion = '0.9';
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** Named in a sentence; of more the number is said. */
const mostNamed = 5;
export interface WarnedFile {
  readonly version: string;
  readonly isSigned: boolean;
  readonly rules: readonly Pick<ExportedRule, 'policyId' | 'name'>[];
  /** How many actions each rule has. */
  readonly actions: readonly number[];
}

/**
 * What of a file that can be read may still be refused by the tenant, or means something else than it seems. Only the tenant
 * can tell whether a signature holds: the specification does not say how it is made.
 */
export function fileWarnings(bytes: Uint8Array, { version, isSigned, rules, actions }: WarnedFile): string[] {
  const doubledIds = doubled(rules.map(({ policyId }) => policyId));
  const doubledNames = doubled(rules.map(({ name }) => name.trim()));
  const withUnseen = rules.map(({ name }) => name).filter(hasUnseen);
  const several = actions.filter((count) => count > 1).length;
  return [
    ...(version === knownVersion
      ? []
      : [
          `The file is of version “${shortened(version)}”, and Tenant Desk knows ${knownVersion}: it may hold what is not shown here, and the tenant may refuse it.`,
        ]),
    ...(isSigned ? [] : ['The file is not signed: the tenant will probably refuse it.']),
    ...(byteOrderMark.every((byte, index) => bytes[index] === byte)
      ? ['The file begins with a byte order mark, as some editors add it: the tenant may refuse it.']
      : []),
    ...(doubledIds.length === 0
      ? []
      : [
          `The same identifier stands at several webhooks: ${listed(doubledIds)}. Somebody may have edited the file.`,
        ]),
    ...(doubledNames.length === 0
      ? []
      : [`Several webhooks have the same name: ${listed(doubledNames.map((name) => `“${name}”`))}.`]),
    ...(withUnseen.length === 0
      ? []
      : [
          `Names with characters that cannot be seen or turn the direction of writing: ${listed(withUnseen.map((name) => `“${spelledOut(name, { isName: true })}”`))}. Somebody may want one webhook to look like another.`,
        ]),
    ...(several === 0
      ? []
      : [`${counted(several, 'webhook')} with several actions: only the first of each is shown here.`]),
  ];
}

function doubled(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return [...twice];
}

function listed(values: readonly string[]): string {
  const named = values.slice(0, mostNamed).map(shortened).join(', ');
  const more = values.length - mostNamed;
  return more > 0 ? `${named} and ${formatNumber(more)} more` : named;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Two names may look the same by what is not seen in them. */
const hasUnseen = (name: string): boolean => hiddenCharacters(name).length > 0 || /[\t\n\r]/.test(name);
