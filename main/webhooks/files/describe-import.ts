import type { ActionText, Step } from '../../changes/kind/change-kind.ts';
import type { LiveWebhook } from '../kind/live-webhooks.ts';
import { sentCredentials } from '../kind/sent-credentials.ts';
import { credentialsIn } from '../secrets/marked-credentials.ts';
import { counted, plural } from '../../../languages/text/intl.ts';
import type { Arrivals, FileRule } from './match-arrivals.ts';

/** What a review shows of a rule: its URL and headers without the secrets in them, and the state in which it will be. */
export type ShownRule = Pick<FileRule, 'name' | 'method' | 'url' | 'headers' | 'enabled'>;

export interface ImportedFile {
  readonly name: string;
  readonly rules: readonly ShownRule[];
  /** What was found when it was opened. */
  readonly warnings: readonly string[];
}

/** Says an import in words. `present`: all webhooks of the tenant. */
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
        words: `Read the webhooks and find the ${countOf(rules.length)} that arrived`,
      },
      ...stateSteps(rules),
    ],
  };
}

/** `Alerts (POST https://hooks.example/alerts, sends Authorization, disabled)` */
function shownRule({ name, method, url, headers, enabled }: ShownRule): string {
  const credentials = new Set(credentialsIn({ url, headers }).map((credential) => credential.name));
  const facts = [
    `${method} ${url || 'no address'}`,
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
      words: `Disable ${countOf(disabled)}, where the tenant did not`,
    },
    { method: 'GET', path: '/rules', words: 'Read the webhooks back' },
  ];
}

function stateWarnings(rules: readonly ShownRule[]): string[] {
  const disabled = rules.filter(({ enabled }) => enabled === false).length;
  const unknown = rules.filter(({ enabled, url }) => enabled === null && url !== '').length;
  return [
    ...(disabled === 0
      ? []
      : [
          `${countOf(disabled)} shall be disabled. The file cannot say so, so each is disabled right after it arrived: until then it may be called.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `Whether ${countOf(unknown)} ${plural(unknown, { one: 'was', other: 'were' })} enabled is not known here, and the file does not tell: the tenant decides how ${plural(unknown, { one: 'it arrives', other: 'they arrive' })}. Choose “Arrive disabled” to look at them first.`,
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
      : [`There already: ${doubles.join(', ')}. The import adds another of each.`]),
    ...(addressless === 0
      ? []
      : [`${countOf(addressless)} without an address: replace them after the import.`]),
  ];
}

export function describeArrivals(
  { arrived, missing, unclear }: Arrivals<LiveWebhook>,
  total: number,
): string {
  return [
    `${arrived.length} of ${countOf(total)} arrived.`,
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(', ')}.`]),
    ...(unclear.length === 0
      ? []
      : [
          `More webhooks came than the file has of these, so it is not known which are the file’s: ${unclear.join(', ')}.`,
        ]),
  ].join(' ');
}

const countOf = (count: number): string => counted(count, 'webhook');
