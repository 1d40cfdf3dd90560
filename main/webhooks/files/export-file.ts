import type { ExportedRule } from '../../../contract/webhooks/migration.ts';
import { maxExportFileBytes } from '../../../contract/webhooks/migration.ts';
import { misshapen, parseJsonFile } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import { createJsonThread, isSmall, jsonLimits } from '../../platform/json/read-json.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { CondensedExport } from './condensed-export.ts';
import { condenseExport, unpackRules } from './condensed-export.ts';
import type { EnabledById } from './traveling-state.ts';

export { exportFileSchema } from './export-file-schema.ts';

export interface ExportFile {
  readonly version: string;
  readonly isSigned: boolean;
  /** What to know before it is imported: whole sentences. */
  readonly warnings: readonly string[];
  /** As they are in the file, credentials included: they never leave main like this. */
  readonly rules: readonly ExportedRule[];
}

/** An export file that was opened and checked. */
export interface OpenedExport {
  readonly file: OpenedFile;
  readonly content: ExportFile;
}

const format = {
  what: 'a webhook export file',
  advice: 'Choose a file that a tenant exported.',
  maxBytes: maxExportFileBytes,
};

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const thread = createJsonThread(
  new URL(import.meta.url.endsWith('.ts') ? './export-worker.ts' : './export-worker.js', import.meta.url),
);

/** Has the thread that reads large files ready while a person chooses one. */
export const prepareToReadExport = (): void => thread.prepare();

/** The value is a `CondensedExport`, made where the text is parsed. */
const readCondensed: ReadJson = async (bytes, signal) => {
  if (!isSmall(bytes)) return await thread.read(bytes, signal);
  const parsed = parseJson(bytes, jsonLimits);
  return parsed.ok ? { ok: true, value: await condenseExport(parsed.value, bytes) } : parsed;
};

/**
 * Reads an export file for showing; nothing of it is sent from what is read here. `enabledById`: what is known of the states
 * of its webhooks. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, saying what and where.
 */
export async function readExportFile(
  file: OpenedFile,
  enabledById: EnabledById | Promise<EnabledById>,
  signal: AbortSignal,
): Promise<ExportFile> {
  // Both ways of reading make one.
  const condensed = (await parseJsonFile(file, format, signal, readCondensed)) as CondensedExport;
  if ('problems' in condensed) throw misshapen(file.name, condensed.problems, format);
  const known = await enabledById;
  const turns = createYielder();
  const rules: ExportedRule[] = [];
  for (const some of condensed.rules) {
    rules.push(...unpackRules(some, (policyId) => known.get(policyId) ?? null));
    if (turns.isOver()) await turns.rest();
  }
  const { version, isSigned, warnings } = condensed;
  return { version, isSigned, warnings, rules };
}
