import type { ActionText, Step } from '../../changes/kind/change-kind.ts';
import type { LiveWebhook } from '../kind/live-webhooks.ts';
import { sentCredentials } from '../kind/sent-credentials.ts';
import { credentialsIn } from '../secrets/marked-credentials.ts';
import { counted, plural } from '../../../languages/text/intl.ts';
import type { Arrivals, FileRule } from './match-arrivals.ts';

/** What a review shows of a rule: its URL and headers without secrets, and its state after the import. */
export type ShownRule = Pick<FileRule, 'name' | 'method' | 'url' | 'headers' | 'enabled'>;

export interface ImportedFile {
  readonly name: string;
  readonly rules: readonly ShownRule[];
  /** The warnings found when it was opened. */
  readonly warnings: readonly string[];
}

/** Describes an import. `present`: all webhooks of the tenant. */
export function describeImport(
  { name: fileName, rules, warnings }: ImportedFile,
  present: readonly LiveWebhook[],
): ActionText {
  return {
    title: 'Import webhooks',
    targetName: fileName,
    summary: countOf(rules.length),
    parts: [
      {
        type: 'set',
        name: 'webhooks',
        label: 'Webhooks',
        after: rules.map(shownRule),
      },
    ],
    sends: sentCredentials(rules, present),
    warnings: [...warnings, ...stateWarnings(rules), ...presentWarnings(rules, present)],
    steps: [
      {
        method: 'POST',
        path: '/file/import/rules/webhook',
        words: `Send ${fileName} unchanged; the tenant checks its signature`,
      },
      {
        method: 'GET',
        path: '/rules',
        words: `Find the ${countOf(rules.length)} that were imported`,
      },
      ...stateSteps(rules),
    ],
  };
}

/** `Alerts (POST https://hooks.example/alerts, sends Authorization, disabled)` */
function shownRule({ name, method, url, headers, enabled }: ShownRule): string {
  const credentials = new Set(credentialsIn({ url, headers }).map((credential) => credential.name));
  const facts = [
    `${method} ${url || 'no URL'}`,
    ...(credentials.size === 0 ? [] : [`sends ${[...credentials].join(', ')}`]),
    ...(enabled === false ? ['disabled'] : []),
  ];
  return `${name} (${facts.join(', ')})`;
}

function stateSteps(rules: readonly ShownRule[]): Step[] {
  const disabled = rules.filter(({ enabled }) => enabled === false).length;
  if (disabled === 0) return [];
  return [
    {
      method: 'POST',
      path: '/rules/{id}/status',
      words: `Disable ${countOf(disabled)} unless already disabled`,
    },
    { method: 'GET', path: '/rules', words: 'Verify the webhooks' },
  ];
}

function stateWarnings(rules: readonly ShownRule[]): string[] {
  const disabled = rules.filter(({ enabled }) => enabled === false).length;
  const unknown = rules.filter(({ enabled, url }) => enabled === null && url !== '').length;
  return [
    ...(disabled === 0
      ? []
      : [
          `${countOf(disabled)} will be disabled right after the import, because the file can’t contain the state. Until then, they may be called.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `Unknown whether ${countOf(unknown)} ${plural(unknown, { one: 'was', other: 'were' })} enabled: the tenant decides. Choose “Arrive disabled” to review ${plural(unknown, { one: 'it', other: 'them' })} first.`,
        ]),
  ];
}

function presentWarnings(rules: readonly ShownRule[], present: readonly LiveWebhook[]): string[] {
  const names = new Set(present.map(({ state }) => state.name.trim()));
  const doubles = rules.filter(({ name }) => names.has(name.trim())).map(({ name }) => `“${name}”`);
  const addressless = rules.filter(({ url }) => url === '').length;
  return [
    ...(doubles.length === 0
      ? []
      : [`Already in the tenant: ${doubles.join(', ')}. The import adds another of each.`]),
    ...(addressless === 0 ? [] : [`${countOf(addressless)} without a URL: replace them after the import.`]),
  ];
}

export function describeArrivals(
  { arrived, missing, unclear }: Arrivals<LiveWebhook>,
  total: number,
): string {
  return [
    `${arrived.length} of ${countOf(total)} imported.`,
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}.`]),
    ...(unclear.length === 0
      ? []
      : [
          `More matching webhooks appeared than the file contains. Unknown which are from the file: ${unclear.join(', ')}.`,
        ]),
  ].join(' ');
}

const countOf = (count: number): string => counted(count, 'webhook');
