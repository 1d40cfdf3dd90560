import type { Plan } from '../../../contract/changes/changes.ts';
import type {
  SavedMapping,
  Workbook,
  WorkbookNote,
  WorkbookRule,
} from '../../../contract/webhooks/workbooks.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameState } from '../../changes/kind/compare-states.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { webhookParts } from '../kind/webhook-parts.ts';
import { counted } from '../../../languages/text/intl.ts';
import type { ComparedRule } from './compare-rules.ts';
import type { Sides } from './read-sides.ts';
import type { UnknownColumn } from './unknown-columns.ts';
import { columnsOf, createColumnCheck } from './unknown-columns.ts';
import { addressSecretId } from './secret-transfer.ts';
import type { WorkbookRecord } from './workbook-record.ts';

export interface Described {
  readonly record: WorkbookRecord;
  readonly sides: Sides;
  readonly compared: readonly ComparedRule[];
  readonly source: TenantProfile | undefined;
  /** Undefined: a new file. */
  readonly target: TenantProfile | undefined;
  /** True while the file of the source can still be sent unchanged. */
  readonly isOpen: boolean;
  readonly runs: ReadonlyMap<string, NonNullable<WorkbookRule['run']>>;
  readonly run: Plan | null;
  readonly mappings: readonly SavedMapping[];
}

/** A workbook as shown to the user. Yields to other work. */
export async function describeWorkbook(described: Described): Promise<Workbook> {
  const { record, sides, compared, source, target, isOpen } = described;
  const columnsOfTemplate = createColumnCheck(sides.models);
  const knownTypes = new Set(sides.target.map(({ state }) => state.eventType));
  const isSentAsFile = goesAsFile(described);
  const rules: WorkbookRule[] = [];
  const unknownColumns: Workbook['unknownColumns'] = [];
  const yielder = createYielder();
  for (const rule of compared) {
    if (yielder.isOver()) await yielder.rest();
    const columns = rule.decision === 'skip' ? [] : columnsOfTemplate(rule.wanted.requestBody);
    for (const { path, line } of columns) {
      unknownColumns.push({ path, key: rule.key, rule: rule.wanted.name, line });
    }
    const notes = notesOf(rule, columns, knownTypes, nameOfTarget(target));
    rules.push({
      ...describeRule(rule, notes, described.runs.get(rule.key) ?? null),
      isWaiting: !isSentAsFile && isWaiting(rule),
    });
  }
  const side = { rules: sides.rules.length, readAt: sides.sourceReadAt };
  const counts = countMapping(record, compared);
  return {
    id: record.id,
    name: record.name ?? null,
    startedAt: record.startedAt ?? null,
    source:
      record.source.type === 'tenant'
        ? { type: 'tenant', tenantId: record.source.tenantId, name: source?.name ?? '', ...side }
        : { type: 'file', name: record.source.name, isSigned: record.source.isSigned, isOpen, ...side },
    target: {
      tenantId: target?.id ?? null,
      name: nameOfTarget(target),
      rules: sides.target.length,
      readAt: sides.targetReadAt,
    },
    rules,
    mapping: record.mapping.map((rule, index) => ({ ...rule, count: counts[index] ?? 0 })),
    mappingName: nameOfMapping(record, described.mappings),
    arriveDisabled: record.arriveDisabled,
    secrets: secretsOf(compared),
    unknownColumns,
    columns: columnsOf(sides.models),
    way: wayOf(described),
    chosenOf: record.only === undefined ? null : sides.rules.length,
    ready: isSentAsFile ? compared.length : compared.filter(isReady).length,
    run: described.run,
    warnings: warningsOf(record),
  };
}

/** A new file has no name before it is saved. */
export const nameOfTarget = (target: TenantProfile | undefined): string => target?.name ?? 'New file';

export const isWaiting = ({ needed, decision }: ComparedRule): boolean =>
  decision !== 'skip' && needed.some(({ state }) => state === 'missing');

/** True for what is sent when the workbook is applied. */
export const isReady = (rule: ComparedRule): boolean =>
  (rule.decision === 'create' || rule.decision === 'replace') && !isWaiting(rule);

function describeRule(
  rule: ComparedRule,
  notes: WorkbookNote[],
  run: WorkbookRule['run'],
): Omit<WorkbookRule, 'isWaiting'> {
  const { key, wanted, decision, isChosen, options, reason, mapped } = rule;
  const isMappedAddress = mapped.address.map(({ text }) => text).join('') === wanted.url;
  return {
    key,
    name: wanted.name,
    eventType: wanted.eventType,
    riskLevel: wanted.riskLevel,
    decision,
    isChosen,
    options: [...options],
    reason,
    address: isMappedAddress
      ? mapped.address.map((piece) => ({ ...piece }))
      : withTargetMarks(mapped.address, wanted.url),
    notes,
    run,
  };
}

/** The pieces of a mapped URL, with the target's placeholders for hidden parts. */
function withTargetMarks(pieces: ComparedRule['mapped']['address'], url: string): WorkbookRule['address'] {
  const isSame = pieces.map(({ text }) => text).join('').length === url.length;
  if (!isSame) return [{ text: url, isMapped: false }];
  let at = 0;
  return pieces.map(({ text, isMapped }) => {
    const piece = url.slice(at, at + text.length);
    at += text.length;
    return { text: piece, isMapped };
  });
}

function notesOf(
  rule: ComparedRule,
  columns: readonly UnknownColumn[],
  knownTypes: ReadonlySet<string>,
  targetName: string,
): WorkbookNote[] {
  const { decision, reason, needed, original, wanted, isStateKnown } = rule;
  if (decision === 'skip') return [{ type: 'reason', tone: 'neutral', text: reason }];
  const secrets = needed.map(({ name, state }): WorkbookNote =>
    state === 'missing'
      ? { type: 'secret', tone: 'bad', text: `${name} missing` }
      : { type: 'secret', tone: 'neutral', text: state === 'left-out' ? `without ${name}` : name },
  );
  const mapped = [
    ...(original.riskLevel === '' || original.riskLevel === wanted.riskLevel
      ? []
      : [`${original.riskLevel} → ${wanted.riskLevel}`]),
    ...(original.eventType === wanted.eventType ? [] : [`${original.eventType} → ${wanted.eventType}`]),
    ...(rule.mapped.state.headers === original.headers ? [] : ['Headers mapped']),
    ...(rule.mapped.state.requestBody === original.requestBody ? [] : ['Template mapped']),
  ].map((text): WorkbookNote => ({ type: 'mapped', tone: 'neutral', text }));
  const isTypeNew = knownTypes.size > 0 && !knownTypes.has(wanted.eventType);
  return [
    ...(decision === 'conflict' ? [{ type: 'reason', tone: 'bad', text: reason } as const] : []),
    ...columns.map(({ path }): WorkbookNote => ({
      type: 'column',
      tone: 'warn',
      text: `unknown column ${path}`,
    })),
    ...(isTypeNew
      ? [
          {
            type: 'event-type',
            tone: 'warn',
            text: `no rule of ${targetName} has ${wanted.eventType}`,
          } as const,
        ]
      : []),
    ...secrets,
    ...mapped,
    ...(wanted.enabled === false
      ? [
          {
            type: 'state',
            tone: isStateKnown ? 'neutral' : 'warn',
            text: isStateKnown || original.enabled === false ? 'disabled' : 'state unknown: disabled',
          } as const,
        ]
      : []),
  ];
}

function countMapping({ mapping }: WorkbookRecord, compared: readonly ComparedRule[]): readonly number[] {
  const counts = mapping.map(() => 0);
  for (const { mapped } of compared)
    for (const index of mapped.used) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

function nameOfMapping({ mapping }: WorkbookRecord, saved: readonly SavedMapping[]): string | null {
  if (mapping.length === 0) return null;
  const text = JSON.stringify(mapping);
  return saved.find(({ rules }) => JSON.stringify(rules) === text)?.name ?? null;
}

/** Missing ones come first. */
function secretsOf(compared: readonly ComparedRule[]): Workbook['secrets'] {
  const found = new Map<string, Workbook['secrets'][number]>();
  for (const { key, decision, needed, wanted } of compared) {
    if (decision === 'skip') continue;
    for (const secret of needed) {
      const { rules } = found.get(secret.id) ?? { rules: 0 };
      // Nothing is known about a missing URL, not even the host: only the rule identifies it.
      const name = secret.id === addressSecretId(key) ? `URL of ${wanted.name}` : secret.name;
      found.set(secret.id, { ...secret, name, rules: rules + 1 });
    }
  }
  const isFound = ({ state }: Workbook['secrets'][number]): number => (state === 'missing' ? 0 : 1);
  return [...found.values()].toSorted((one, other) => isFound(one) - isFound(other));
}

/** True when the tenant's own import gives the same result: then the file is sent unchanged, with its signature; rules without a URL arrive disabled. */
export function goesAsFile({
  record,
  compared,
  isOpen,
}: Pick<Described, 'record' | 'compared' | 'isOpen'>): boolean {
  if (
    record.targetId === null ||
    record.source.type === 'tenant' ||
    record.only !== undefined ||
    !isOpen ||
    !record.source.isSigned
  )
    return false;
  return compared.every(
    ({ key, decision, needed, original, mapped }) =>
      decision === 'create' &&
      isSameState(webhookParts, original, mapped.state) &&
      needed.every(
        ({ id, state }) => state === 'found' || (id === addressSecretId(key) && state === 'missing'),
      ),
  );
}

function wayOf(described: Described): Workbook['way'] {
  const { record, compared, isOpen } = described;
  if (record.targetId === null) {
    return {
      type: 'file',
      text: 'Written as a new file without secrets and without a signature. Import it rule by rule in a workbook.',
    };
  }
  if (goesAsFile(described)) {
    return { type: 'import', text: 'The file is sent unchanged, so its signature stays valid.' };
  }
  const each = 'Each rule is created separately';
  if (record.source.type === 'tenant') return { type: 'creation', text: `${each}.` };
  const isEdited = compared.some(({ mapped }) => mapped.used.length > 0);
  const why = !isOpen
    ? 'the file is no longer open'
    : !record.source.isSigned
      ? 'the file is not signed'
      : isEdited
        ? 'the mapping changes the file'
        : 'only some of its rules are created unchanged';
  return { type: 'creation', text: `${each}: ${why}, and the tenant would reject it.` };
}

function warningsOf({ source, targetId }: WorkbookRecord): string[] {
  if (source.type === 'tenant') return [];
  if (targetId === null) return [...source.warnings];
  const hasNoHeaders = source.rules.length > 0 && !source.hasHeaders;
  return [
    ...source.warnings,
    ...(hasNoHeaders
      ? [
          `${source.name} has no headers: replaced rules keep theirs, and new ones (of ${counted(source.rules.length, 'rule')}) have none.`,
        ]
      : []),
  ];
}
