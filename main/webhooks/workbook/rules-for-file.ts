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
import type { NeededSecret } from './secret-transfer.ts';
import { addressSecretId, headerSecretId, hostOf } from './secret-transfer.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

export interface ForFile {
  readonly record: WorkbookRecord;
  readonly rules: readonly SourceRule[];
  /** See `shownHeadersOf`; undefined when the rules come from a file. */
  readonly showHeaders: ((headers: string) => string) | undefined;
}

/**
 * Every rule of the source for a new file: all are new there, and placeholders replace
 * credentials, because files are mailed and stored without a keychain. Yields to other work.
 */
export async function rulesForFile({
  record,
  rules,
  showHeaders,
}: ForFile): Promise<readonly ComparedRule[]> {
  const twins = Map.groupBy(rules, ({ state }) => state.name.trim());
  const requested = record.only && new Set(record.only);
  const yielder = createYielder();
  const found: ComparedRule[] = [];
  for (const { key, state } of rules) {
    if (requested?.has(key) === false) continue;
    if (yielder.isOver()) await yielder.rest();
    const mapped = applyMapping(
      { ...state, headers: showHeaders?.(state.headers) ?? state.headers },
      record.mapping,
    );
    const wanted = { ...mapped.state, enabled: record.arriveDisabled ? false : mapped.state.enabled };
    const equal = twins.get(state.name.trim())?.length ?? 1;
    found.push({
      ...decideForFile(wanted, chosenOf(record, key), equal),
      ...{ key, original: state, wanted, mapped },
      needed: omittedSecrets(key, wanted),
      isStateKnown: state.enabled !== null,
    });
  }
  return found;
}

/** Replaces the placeholders of headers that the user has chosen to show by their values: they are not secrets. */
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
  const base = { match: undefined, isChosen: false } as const;
  const problem = problemsOfWebhook(wanted).find(({ part }) => part !== 'url' || wanted.url !== '');
  if (problem !== undefined)
    return { ...base, decision: 'skip', options: ['skip'], reason: problem.message } as const;
  const reason = twins > 1 ? `${counted(twins, 'rule')} with this name in the source` : 'written to the file';
  const options = ['create', 'skip'] as const;
  if (chosen === undefined || chosen === 'replace')
    return { ...base, decision: 'create', options, reason } as const;
  const skipped = chosen === 'skip' ? 'skipped by you' : reason;
  return { ...base, decision: chosen, isChosen: true, options, reason: skipped } as const;
}

/** The secrets of a rule that the file omits; they are entered when it is imported. */
function omittedSecrets(key: string, { url, headers }: WebhookState): readonly NeededSecret[] {
  const needed: NeededSecret[] = [];
  const omit = (id: string, name: string, type: NeededSecret['type']): void =>
    void needed.push({ id, name, type, state: 'left-out' });
  if (url === '') omit(addressSecretId(key), 'URL', 'address');
  let isMarked = false as boolean;
  mapMarkedPieces(url, (piece) => {
    isMarked = true;
    return piece;
  });
  if (isMarked) omit(`address ${url}`, hostOf(url), 'address');
  mapHeaderValues(headers, (name, value) => {
    if (isPlaceholder(value))
      omit(headerSecretId(name, value), name === '' ? 'A header line' : name, 'header');
    return value;
  });
  return needed;
}
