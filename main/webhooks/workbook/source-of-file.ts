import { createYielder } from '../../platform/timing/yielder.ts';
import type { OpenedExport } from '../files/export-file.ts';
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

/**
 * The rules of an opened file as a workbook stores them: with placeholders of the target instead of credentials, which go
 * into the vault so that the workbook can be continued after a restart. Without the keychain they last for this session. For
 * another file they aren't needed.
 */
export async function sourceOfFile(
  { file, content, digest }: OpenedExport,
  targetId: string | null,
  { secrets, now }: { readonly secrets: WebhookSecrets; readonly now: () => number },
): Promise<Extract<WorkbookRecord['source'], { type: 'file' }>> {
  const hide = targetId === null ? secrets.hide : await secrets.hiderFor(targetId);
  const rules: SourceRule[] = [];
  const yielder = createYielder();
  for (const [index, { policyId: _policyId, ...state }] of content.rules.entries()) {
    rules.push({ key: String(index), state: hide(state), updatedAt: null });
    if (yielder.isOver()) await yielder.rest();
  }
  const states = rules.map(({ state }) => state);
  if (targetId !== null) await secrets.keep(targetId, states).catch(() => undefined);
  return {
    type: 'file',
    name: file.name,
    digest,
    isSigned: content.isSigned,
    hasHeaders: content.rules.some(({ headers }) => headers.trim() !== ''),
    warnings: [...content.warnings],
    readAt: now(),
    rules,
  };
}
