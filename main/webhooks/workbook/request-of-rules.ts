import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import { migrationTitle } from '../../../contract/webhooks/migration-title.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import { webhookKindName } from '../kind/webhook-kind.ts';
import { counted } from '../../../languages/text/intl.ts';
import type { ComparedRule } from './compare-rules.ts';
import type { Described } from './describe-workbook.ts';
import { goesAsFile, isReady } from './describe-workbook.ts';
import type { WorkbookRecord } from './workbook-record.ts';

/**
 * The request for the plan, and its rules. `openFileId`: the opened file that the rules come from. Throws
 * `invalid-input` when nothing can be sent.
 */
export function requestOfRules(
  described: Described,
  keys: readonly string[] | undefined,
  openFileId: string | undefined,
): { readonly request: ChangeRequest; readonly run: { readonly keys: string[]; readonly isWhole: boolean } } {
  const { record, compared, source } = described;
  const isRequested = new Set(keys ?? compared.map(({ key }) => key));
  const fileId = isRequested.size === compared.length && goesAsFile(described) ? openFileId : undefined;
  const rules = compared.filter(
    (rule) => isRequested.has(rule.key) && (fileId !== undefined || isReady(rule)),
  );
  if (rules.length === 0) {
    throw failure('invalid-input', 'Nothing to send: all rules are skipped, undecided or missing a secret.');
  }
  const from = source?.name ?? (record.source.type === 'file' ? record.source.name : '');
  const title = titleOfRun(record, from, rules.length);
  const request: ChangeRequest =
    fileId === undefined
      ? { from: 'edits', title, edits: rules.map(editOf) }
      : {
          from: 'action',
          kind: 'webhook-file',
          inputs: [{ fileId, arriveDisabled: record.arriveDisabled, disableUnknown: true }],
          title,
        };
  return { request, run: { keys: rules.map(({ key }) => key), isWhole: fileId !== undefined } };
}

/** `Migrate “Staging to production” from Staging · 4 webhooks` */
function titleOfRun({ name }: WorkbookRecord, from: string, count: number): string {
  const called = name === undefined ? '' : ` “${name}”`;
  return migrationTitle(`${called} from ${from} · ${counted(count, 'webhook')}`);
}

function editOf({ decision, match, wanted }: ComparedRule) {
  return decision === 'replace' && match !== undefined
    ? { kind: webhookKindName, targetId: match.id, base: stateOf(match.state), wanted: stateOf(wanted) }
    : { kind: webhookKindName, targetId: null, base: null, wanted: stateOf(wanted) };
}

/** A state in the format of the changes contract: plain data. */
const stateOf = (state: WebhookState) => ({ ...state });
