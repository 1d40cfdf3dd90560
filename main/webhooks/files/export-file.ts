import { z } from 'zod';
import type { OpenedExportFile } from '../../../contract/migration.ts';
import { maxExportFileBytes } from '../../../contract/migration.ts';
import { failure } from '../../platform/failure.ts';

const text = z.string();

/** Source: platform specification, "Webhook export file". */
const exportFileSchema = z.looseObject({
  ruleActions: z
    .array(
      z.looseObject({
        policyId: text,
        name: text,
        rule: z.looseObject({ filterMetaData: z.looseObject({ event_type: text }) }),
        actions: z
          .array(
            z.looseObject({
              actionMetaData: z.looseObject({
                headers: text.nullish(),
                method: text,
                content_type: text,
                request_body: text,
                url: text.nullish(),
              }),
            }),
          )
          .min(1, 'has no action'),
      }),
    )
    .min(1, 'holds no webhook'),
  version: text,
  signature: text.nullish(),
});

type ExportFile = Omit<OpenedExportFile, 'fileId' | 'name' | 'size'>;

/**
 * Reads an export file for showing; nothing of it is sent from what is read here. `hide` replaces credentials
 * in headers. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, saying what and where.
 */
export function readExportFile(
  file: { readonly name: string; readonly bytes: Uint8Array },
  hide: (headers: string) => string,
): ExportFile {
  checkSize(file);
  const parsed = exportFileSchema.safeParse(parseJson(file));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? 'the file' : pathText(issue.path);
    throw failure(
      'file-wrong-shape',
      `${file.name} is JSON, but not a webhook export file. Nothing was sent. Choose a file that a tenant exported.`,
      { detail: `${where}: ${issue?.message ?? 'unknown'}` },
    );
  }
  const { ruleActions, version, signature } = parsed.data;
  return {
    version,
    isSigned: signature != null && signature !== '',
    rules: ruleActions.flatMap(({ policyId, name, rule, actions }) =>
      actions.slice(0, 1).map(({ actionMetaData: meta }) => ({
        policyId,
        name,
        eventType: rule.filterMetaData.event_type,
        method: meta.method,
        url: meta.url ?? '',
        contentType: meta.content_type,
        headers: hide(meta.headers ?? ''),
        requestBody: meta.request_body,
      })),
    ),
  };
}

function checkSize({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): void {
  if (bytes.byteLength <= maxExportFileBytes) return;
  const megabytes = (size: number): string => `${Math.ceil(size / 1024 / 1024)} MB`;
  throw failure(
    'file-too-large',
    `${name} has ${megabytes(bytes.byteLength)}; an export file may have ${megabytes(maxExportFileBytes)} at most. Nothing was sent.`,
  );
}

function parseJson({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw failure(
      'file-not-json',
      `${name} is not a JSON file. Nothing was sent. Choose a webhook export file.`,
      {
        detail: positionOf(error),
        cause: error,
      },
    );
  }
}

/** Where the text stops being JSON. The message of the parser is not passed on: it quotes the text, which may hold secrets. */
function positionOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'The bytes are not UTF-8 text.';
  const place = /line (\d+) column (\d+)/.exec(error.message);
  if (place !== null) return `Line ${place[1]}, column ${place[2]}.`;
  const position = /position (\d+)/.exec(error.message);
  return position === null ? 'The text is cut short or empty.' : `Character ${position[1]}.`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
