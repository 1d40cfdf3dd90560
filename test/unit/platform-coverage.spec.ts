import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Procedure } from '../../tenant/procedures/procedure.ts';
import { procedures } from '../../tenant/procedures/procedure-table.ts';

const ROOT = join(import.meta.dirname, '../..');
const document = readFileSync(join(ROOT, 'docs/platform-coverage.md'), 'utf8');

/** As the platform specification names them. */
const ENDPOINTS = [
  'Authorization endpoint',
  'Token endpoint',
  'User information',
  'Provider metadata',
  '/redrock/query',
  '/JobFlow/StartJob',
  '/SaasManage/GetTemplatesAndCategories',
  '/SaasManage/ImportAppFromTemplate',
  '/SaasManage/GetApplication',
  '/SaasManage/UpdateApplicationDE',
  '/SaasManage/GetScript',
  '/SaasManage/DeleteApplication',
  '/SaasManage/PublishApplication',
  '/UPRest/GetUPData',
  '/TenantConfig/GetCustomerConfig',
  '/TenantConfig/SetCustomerConfig',
  '/rules/webhook',
  '/rules/webhook/test',
  'GET `/rules`',
  '/dataset/system/models',
  '/rules/{id}/status',
  '/file/export/rules/webhook/{name}',
  '/file/import/rules/webhook',
  'DELETE `/rules/{id}`',
];

interface Row {
  readonly line: number;
  readonly subject: string;
  readonly proof: string;
}

/** Rows of every table whose last column is "Proved by". */
function readRows(): Row[] {
  const rows: Row[] = [];
  let isInTable = false;
  document.split('\n').forEach((text, index) => {
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    const last = cells.at(-1);
    if (last === undefined) isInTable = false;
    else if (last === 'Proved by') isInTable = true;
    else if (isInTable && !/^-+$/.test(last))
      rows.push({ line: index + 1, subject: cells[0] ?? '', proof: last });
  });
  return rows;
}

/** The row of a procedure, all of which follows from its definition. */
function rowOf({ path, description, origin, parameters }: Procedure): string {
  const names = parameters.map(({ name, isRequired }) => (isRequired ? name : `${name}?`));
  const proof =
    '`test/integration/tenant-procedures.spec.ts` › %s: has rows, pages, and demands what it needs';
  return `| ${description} | ${[`\`@${path}\``, origin, ...names].join(', ')} | ${proof} |`;
}

describe('coverage of the platform specification', () => {
  const rows = readRows();
  /** Without the blanks that align the columns. */
  const lines = document.split('\n').map((line) => line.replace(/ {2,}/g, ' '));

  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('line $line: $subject has its test', ({ proof }) => {
    const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
    expect(name, 'the last column names a spec and a test').not.toBe('');
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8').includes(name), `${file} has a test "${name}"`).toBe(true);
  });

  it.each(procedures)('the procedure $path has a row that says what it is', (procedure) => {
    const row = rowOf(procedure);
    expect(lines.includes(row), `add to "Stored procedures" in docs/platform-coverage.md:\n${row}\n`).toBe(
      true,
    );
  });

  it.each(ENDPOINTS)('the endpoint %s has a row', (endpoint) => {
    expect(rows.some((row) => row.subject.toLowerCase().includes(endpoint.toLowerCase()))).toBe(true);
  });
});
