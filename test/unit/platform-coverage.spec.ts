import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Procedure } from '../../tenant/procedures/procedure.ts';
import { procedures } from '../../tenant/procedures/procedure-table.ts';
import { places } from '../e2e/places.ts';

const ROOT = join(import.meta.dirname, '../..');
const document = readFileSync(join(ROOT, 'docs/platform-coverage.md'), 'utf8');

/** Named as in the platform specification. */
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

/**
 * The views of the window, according to their table. Importing it would load components, so it is parsed as
 * text.
 */
const views = Array.from(
  readFileSync(join(ROOT, 'renderer/app/views/views.ts'), 'utf8').matchAll(
    /^ {4}id: '(\w+)',\n {4}scope: '(\w+)',$/gm,
  ),
  ([, id = '', scope]) => ({ id, scope }),
);

/** The tabs of a webhook, parsed as text for the same reason. */
const tabsOfWebhooks = Array.from(
  (
    /studioTabs = \[([^\]]*)\]/.exec(
      readFileSync(join(ROOT, 'renderer/features/webhooks/studio-tabs.ts'), 'utf8'),
    )?.[1] ?? ''
  ).matchAll(/'(\w+)'/g),
  ([, tab = '']) => `webhooks/:webhook/${tab}`,
);

interface Row {
  readonly line: number;
  readonly subject: string;
  readonly proof: string;
}

/** Rows of every table whose last column has this heading. */
function readRows(heading: string): (Row & { readonly middle: string })[] {
  const rows: (Row & { readonly middle: string })[] = [];
  let isInTable = false;
  document.split('\n').forEach((text, index) => {
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    const last = cells.at(-1);
    if (last === undefined) isInTable = false;
    else if (/^[A-Z][a-z]+ by$/.test(last)) isInTable = last === heading;
    else if (isInTable && !/^-+$/.test(last))
      rows.push({ line: index + 1, subject: cells[0] ?? '', middle: cells[1] ?? '', proof: last });
  });
  return rows;
}

/** The row of a procedure, derived from its definition. */
function rowOf({ path, description, origin, parameters }: Procedure): string {
  const names = parameters.map(({ name, isRequired }) => (isRequired ? name : `${name}?`));
  const proof =
    '`test/integration/tenant-procedures.spec.ts` › %s: has rows, pages, and demands what it needs';
  return `| ${description} | ${[`\`@${path}\``, origin, ...names].join(', ')} | ${proof} |`;
}

describe('coverage of the platform specification', () => {
  const rows = readRows('Proved by');
  /** Without the whitespace that aligns the columns. */
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

  const reached = readRows('Tested by');
  const ofTheWindow = views.filter(({ scope }) => scope === 'global').map(({ id }) => id);
  const addresses: ReadonlySet<string> = new Set([
    ...places.filter((place) => !place.startsWith('webhooks/')),
    ...tabsOfWebhooks,
    ...ofTheWindow,
  ]);

  it('lists for each part of the specification where it is in the window', () => {
    expect(reached.length).toBeGreaterThan(80);
    const visited = new Set(reached.map(({ middle }) => /^`([^`/]+)/.exec(middle)?.[1]));
    // Drafts, the overview and the settings of the window itself are not part of the platform.
    const own = new Set(['overview', 'drafts']);
    const expected = views.map(({ id }) => id).filter((id) => !own.has(id));
    expect([...visited].sort()).toEqual(expected.sort());
  });

  it.each(reached)('line $line: $subject is in the window, and tested', ({ middle, proof }) => {
    const [, place = '', description = ''] = /^`([^`]+)` › (.+)$/.exec(middle) ?? [];
    expect(description, 'the second column names a place, and what is there').not.toBe('');
    expect(addresses.has(place), `there is a place ${place}`).toBe(true);
    const [, view = ''] = /^([^/]+)/.exec(place) ?? [];
    expect(
      views.some(({ id }) => id === view),
      `there is a view ${view}`,
    ).toBe(true);
    const [, file = ''] = /^`([^`]+)`$/.exec(proof) ?? [];
    expect(existsSync(join(ROOT, file)), `the last column names a spec that is there: ${file}`).toBe(true);
  });
});
