import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../contract/procedure-library.ts';
import { writeProcedureCall } from '../../languages/sql/procedure-call.ts';
import { findProcedure } from '../../tenant/procedures/procedure-table.ts';
import { useDesk } from '../builders/use-desk.ts';

/** The library of the desk, procedure by procedure, on the embedded tenant. */
const on = useDesk();

const run = (text: string, isNoted = false) =>
  on.desk.call('queries.run', { tenantId: on.desk.tenantId, text, isNoted });

/** What a procedure has rows with. */
async function exampleOf(path: string, name: string): Promise<string> {
  const parameter = findProcedure(path)?.parameters.find((each) => each.name === name);
  if (parameter?.isRequired !== true) throw new Error(`The tenant needs no ${name} for ${path}.`);
  const { rows } = await run(parameter.example);
  return String(rows[0]?.[0]);
}

describe('the library of procedures', () => {
  it.each(procedureLibrary.map((procedure) => [procedure.path, procedure] as const))(
    '%s runs with its required arguments, under the names that the tenant knows',
    async (path, { parameters }) => {
      const known = findProcedure(path)?.parameters.map(({ name }) => name) ?? [];
      expect(known).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
      const values: [string, string][] = [];
      for (const { name, isRequired } of parameters) {
        if (isRequired) values.push([name, await exampleOf(path, name)]);
      }
      const call = writeProcedureCall(path, values);
      if (!call.ok) throw new Error(call.message);
      const { rows, columns } = await run(call.text);
      expect(columns.length).toBeGreaterThan(0);
      if (parameters.length > 0) expect(rows.length).toBeGreaterThan(0);
    },
  );

  it('offers what its arguments are chosen from', async () => {
    const tables = procedureLibrary.flatMap(({ parameters }) =>
      parameters.flatMap(({ choice }) => (choice?.from === 'table' ? [choice] : [])),
    );
    for (const { table, label } of tables) {
      const { rows } = await run(`SELECT ID, ${label} FROM ${table} ORDER BY ${label} COLLATE NOCASE`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(
        rows.every(([id]) => typeof id === 'string'),
        table,
      ).toBe(true);
    }
  });

  it('leaves the history to what a person has run', async () => {
    const before = await on.desk.call('queries.history', { tenantId: on.desk.tenantId });
    await run('@/lib/device_breakdown.js');
    expect(await on.desk.call('queries.history', { tenantId: on.desk.tenantId })).toEqual(before);
    await run('@/lib/device_breakdown.js', true);
    const [newest] = await on.desk.call('queries.history', { tenantId: on.desk.tenantId });
    expect(newest?.text).toBe('@/lib/device_breakdown.js');
  });

  it('refuses an argument that is missing in words of the tenant', async () => {
    await expect(run('@/lib/get_role_members.js')).rejects.toMatchObject({
      error: { code: 'refused-by-tenant', message: expect.stringContaining('needs id') as unknown },
    });
  });
});
