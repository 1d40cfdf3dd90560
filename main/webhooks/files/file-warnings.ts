import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import { hiddenCharacters } from '../../../languages/text/hidden-characters.ts';
import { spelledOut } from '../../../languages/text/marked-text.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';

/** Source: platform specification, "Webhook export file". */
const knownVersion = '0.9';
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** Maximum names in a sentence; the rest is counted. */
const maxNamed = 5;
export interface WarnedFile {
  readonly version: string;
  readonly isSigned: boolean;
  readonly rules: readonly Pick<ExportedRule, 'policyId' | 'name'>[];
  /** The number of actions of each rule. */
  readonly actions: readonly number[];
}

/**
 * Warnings about a readable file that the tenant may reject, or that differs from what it seems to be. Only the tenant
 * can verify a signature: the specification doesn't say how it is made.
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
          `The file has version “${shortened(version)}”; Tenant Desk supports ${knownVersion}. It may contain more than is shown, and the tenant may reject it.`,
        ]),
    ...(isSigned ? [] : ['The file is not signed: the tenant will probably reject it.']),
    ...(byteOrderMark.every((byte, index) => bytes[index] === byte)
      ? ['The file begins with a byte order mark, which some editors add: the tenant may reject it.']
      : []),
    ...(doubledIds.length === 0
      ? []
      : [`Several webhooks have the same ID: ${listed(doubledIds)}. The file may have been edited.`]),
    ...(doubledNames.length === 0
      ? []
      : [`Several webhooks have the same name: ${listed(doubledNames.map((name) => `“${name}”`))}.`]),
    ...(withUnseen.length === 0
      ? []
      : [
          `Names with invisible characters or text direction overrides: ${listed(withUnseen.map((name) => `“${spelledOut(name, { isName: true })}”`))}. One webhook may imitate another.`,
        ]),
    ...(several === 0
      ? []
      : [`${counted(several, 'webhook')} with several actions: only the first of each is shown.`]),
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
  const named = values.slice(0, maxNamed).map(shortened).join(', ');
  const more = values.length - maxNamed;
  return more > 0 ? `${named} and ${formatNumber(more)} more` : named;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** Two names may look the same because of invisible characters. */
const hasUnseen = (name: string): boolean => hiddenCharacters(name).length > 0 || /[\t\n\r]/.test(name);
