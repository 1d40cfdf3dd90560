import { headerKey } from '../../../contract/values/header-secrecy.ts';
import { isPlaceholder } from '../../../contract/values/placeholder.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { mapMarkedPieces } from '../../platform/secrets/secret-address.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { mapHeaderValues } from '../secrets/header-text.ts';
import type { ShownHeaders } from '../secrets/shown-headers.ts';
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts';
import { problemsOfWebhook } from '../kind/webhook-parts.ts';
import { counted } from '../../../languages/text/intl.ts';
import { applyMapping } from './apply-mapping.ts';
import type { ComparedRule } from './compare-rules.ts';
import { chosenOf } from './compare-rules.ts';
import type { NeededSecret } from './traveling-secrets.ts';
import { addressSecretId, headerSecretId, hostOf } from './traveling-secrets.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

export interface ForFile {
  readonly record: WorkbookRecord;
  readonly rules: readonly SourceRule[];
  /** See `shownHeadersOf`; undefined where the rules come from a file. */
  readonly showHeaders: ((headers: string) => string) | undefined;
}

/**
 * Every rule of the source as it would stand in a new file: all are new there, and placeholders stay in the place of
 * credentials, for a file is mailed and kept where a keychain is not. Everybody else gets a turn meanwhile.
 */
export async function rulesForFile({
  record,
  rules,
  showHeaders,
}: ForFile): Promise<readonly ComparedRule[]> {
  const twins = Map.groupBy(rules, ({ state }) => state.name.trim());
  const asked = record.only && new Set(record.only);
  const turns = createYielder();
  const found: ComparedRule[] = [];
  for (const { key, state } of rules) {
    if (asked?.has(key) === false) continue;
    if (turns.isOver()) await turns.rest();
    const mapped = applyMapping(
      { ...state, headers: showHeaders?.(state.headers) ?? state.headers },
      record.mapping,
    );
    const wanted = { ...mapped.state, enabled: record.arriveDisabled ? false : mapped.state.enabled };
    const alike = twins.get(state.name.trim())?.length ?? 1;
    found.push({
      ...decideForFile(wanted, chosenOf(record, key), alike),
      ...{ key, original: state, wanted, mapped },
      needed: leftOutOf(key, wanted),
      isStateKnown: state.enabled !== null,
    });
  }
  return found;
}

/** Answers headers of a tenant with the values that a person has chosen to show in the place of their placeholders: they are no secrets. */
export function shownHeadersOf(
  {
    secrets,
    shownHeaders,
  }: { readonly secrets: Pick<WebhookSecrets, 'shown'>; readonly shownHeaders: Pick<ShownHeaders, 'names'> },
  tenantId: string,
): (headers: string) => string {
  const names = shownHeaders.names(tenantId);
  return (headers) => {
    const shown = secrets.shown(tenantId, headers, names);
    const valueOf = new Map(shown.map(({ name, placeholder, value }) => [`${name} ${placeholder}`, value]));
    return mapHeaderValues(headers, (name, value) => valueOf.get(`${headerKey(name)} ${value}`) ?? value);
  };
}

function decideForFile(wanted: WebhookState, chosen: ReturnType<typeof chosenOf>, twins: number) {
  const base = { namesake: undefined, isChosen: false } as const;
  const problem = problemsOfWebhook(wanted).find(({ part }) => part !== 'url' || wanted.url !== '');
  if (problem !== undefined)
    return { ...base, decision: 'skip', options: ['skip'], reason: problem.message } as const;
  const reason = twins > 1 ? `${counted(twins, 'rule')} of this name in the source` : 'written to the file';
  const options = ['create', 'skip'] as const;
  if (chosen === undefined || chosen === 'replace')
    return { ...base, decision: 'create', options, reason } as const;
  const skipped = chosen === 'skip' ? 'left out by you' : reason;
  return { ...base, decision: chosen, isChosen: true, options, reason: skipped } as const;
}

/** What the file does not tell of a rule; whoever takes it from there enters it. */
function leftOutOf(key: string, { url, headers }: WebhookState): readonly NeededSecret[] {
  const needed: NeededSecret[] = [];
  const leaveOut = (id: string, name: string, type: NeededSecret['type']): void =>
    void needed.push({ id, name, type, state: 'left-out' });
  if (url === '') leaveOut(addressSecretId(key), 'Address', 'address');
  let isMarked = false as boolean;
  mapMarkedPieces(url, (piece) => {
    isMarked = true;
    return piece;
  });
  if (isMarked) leaveOut(`address ${url}`, hostOf(url), 'address');
  mapHeaderValues(headers, (name, value) => {
    if (isPlaceholder(value))
      leaveOut(headerSecretId(name, value), name === '' ? 'A line of the headers' : name, 'header');
    return value;
  });
  return needed;
}
