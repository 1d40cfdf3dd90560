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
import type { EnabledById } from './exported-states.ts';

export { exportFileSchema } from './export-file-schema.ts';

export interface ExportFile {
  readonly version: string;
  readonly isSigned: boolean;
  /** What to know before importing it: full sentences. */
  readonly warnings: readonly string[];
  /** As in the file, including credentials: never sent to the renderer like this. */
  readonly rules: readonly ExportedRule[];
}

/** An export file that was opened and validated. */
export interface OpenedExport {
  readonly file: OpenedFile;
  readonly content: ExportFile;
  /** See `digestOfFile`. */
  readonly digest: string;
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

/** Starts the thread for large files while the user chooses one. */
export const prepareToReadExport = (): void => thread.prepare();

/** The value is a `CondensedExport`, made where the text is parsed. */
const readCondensed: ReadJson = async (bytes, signal) => {
  if (!isSmall(bytes)) return await thread.read(bytes, signal);
  const parsed = parseJson(bytes, jsonLimits);
  return parsed.ok ? { ok: true, value: await condenseExport(parsed.value, bytes) } : parsed;
};

/**
 * Reads an export file for display; nothing of what is read here is sent. `enabledById`: the known states
 * of its webhooks. Throws `file-too-large`, `file-not-json` or `file-wrong-shape` with the location.
 */
export async function readExportFile(
  file: OpenedFile,
  enabledById: EnabledById | Promise<EnabledById>,
  signal: AbortSignal,
): Promise<ExportFile> {
  // Both ways of reading produce one.
  const condensed = (await parseJsonFile(file, format, signal, readCondensed)) as CondensedExport;
  if ('problems' in condensed) throw misshapen(file.name, condensed.problems, format);
  const known = await enabledById;
  const yielder = createYielder();
  const rules: ExportedRule[] = [];
  for (const some of condensed.rules) {
    rules.push(...unpackRules(some, (policyId) => known.get(policyId) ?? null));
    if (yielder.isOver()) await yielder.rest();
  }
  const { version, isSigned, warnings } = condensed;
  return { version, isSigned, warnings, rules };
}
