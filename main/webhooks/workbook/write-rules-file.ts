import { maxExportFileBytes } from '../../../contract/webhooks/migration.ts';
import { failure } from '../../platform/errors/failure.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import type { FileSink } from '../../platform/host/host.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ComparedRule } from './compare-rules.ts';
import type { Described } from './describe-workbook.ts';
import { isReady } from './describe-workbook.ts';

/** Source: platform specification, "Webhook export file". */
const version = '0.9';

export interface FileOfRules {
  readonly suggestedName: string;
  readonly rules: readonly ComparedRule[];
  /** Names a rule within the file by its key. */
  idOf(key: string): string;
}

/** What the new file of a workbook is made of. Throws `invalid-input` where nothing is to be written. */
export function fileOfRules({ record, compared, source: tenant }: Described): FileOfRules {
  const { source } = record;
  const rules = compared.filter(isReady);
  if (rules.length === 0) {
    throw failure('invalid-input', 'There is nothing to write: all rules are skipped.');
  }
  const from = source.type === 'file' ? source.name.replace(/\.json$/i, '') : (tenant?.name ?? '');
  return {
    suggestedName: `${fileStem(record.name ?? `Webhooks of ${from}`, 'Webhooks')}.json`,
    rules,
    // A webhook that has an identifier keeps it; of a file only its place is known.
    idOf: (key) => (source.type === 'tenant' ? key : `${source.digest.slice(0, 12)}-${key}`),
  };
}

/**
 * Writes rules as an export file that any Tenant Desk can open as the source of a migration. It is not signed, which only
 * the tenant can do, so that it can include the state of each rule, which a signed one can't. `idOf` names a rule within
 * the file. Yields to other work between parts. Throws `file-too-large` for a file that Tenant Desk couldn't open.
 */
export async function writeRulesFile(
  rules: readonly ComparedRule[],
  idOf: (key: string) => string,
  sink: FileSink,
): Promise<void> {
  const yielder = createYielder();
  let size = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text, 'utf8');
    size += bytes.byteLength;
    if (size > maxExportFileBytes) {
      throw failure(
        'file-too-large',
        `The file would be larger than ${maxExportFileBytes / 1024 / 1024} MB, the limit of Tenant Desk. Nothing was saved. Skip some of the rules, and write them to a second file.`,
      );
    }
    await sink(bytes);
  };
  await write('{\n  "ruleActions": [');
  for (const [index, { key, wanted }] of rules.entries()) {
    if (yielder.isOver()) await yielder.rest();
    const text = JSON.stringify(entryOf(idOf(key), wanted), null, 2);
    await write(`${index === 0 ? '' : ','}\n    ${text.replaceAll('\n', '\n    ')}`);
  }
  await write(`\n  ],\n  "version": ${JSON.stringify(version)}\n}\n`);
}

function entryOf(policyId: string, wanted: ComparedRule['wanted']) {
  const { name, description, eventType, riskLevel, enabled, method, url, contentType, headers, requestBody } =
    wanted;
  return {
    policyId,
    name,
    ...(description === '' ? {} : { description }),
    rule: { filterMetaData: { event_type: eventType } },
    actions: [
      {
        actionType: 'webhook',
        actionMetaData: { headers, method, content_type: contentType, request_body: requestBody, url },
        providerMetaData: {
          ...(riskLevel === '' ? {} : { risk_level: riskLevel }),
          ...(enabled === null ? {} : { enabled }),
        },
      },
    ],
  };
}
