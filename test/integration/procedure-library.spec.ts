import { describe, expect, it } from 'vitest';
import type { JobDetail, JobInput } from '../../contract/jobs/jobs.ts';
import { jobLibrary, reportJobId } from '../../contract/jobs/job-library.ts';
import type { Entered, Json } from '../../contract/procedures/library-values.ts';
import { argumentObject, jobArguments, readArguments } from '../../contract/procedures/library-values.ts';
import { optionsQuery } from '../../contract/procedures/library-argument.ts';
import type { LibraryArgument } from '../../contract/procedures/library-argument.ts';
import { procedureLibrary } from '../../contract/procedures/procedure-library.ts';
import type { StoredResult } from '../../contract/queries/results.ts';
import { exampleFor } from '../../renderer/features/procedures/argument-examples.ts';
import { callOf } from '../../renderer/features/procedures/procedure-call.ts';
import { reportOf, writeReport } from '../../renderer/features/procedures/report-draft.ts';
import { findProcedure } from '../../tenant/procedures/procedure-table.ts';
import { useDesk } from '../builders/use-desk.ts';

/** Every procedure and every job of the platform, called from Tenant Desk with the examples of its library. */
const on = useDesk();

/** Platform specification, "Query and job endpoints": "Available stored procedures, by description". */
const specified = {
  'Executed through /RedRock/Query':
    "all roles with members; app access; list of apps; devices in a given state; emails a report; account checkout; all user activity; application launches in the last seven days; all applications; application inventory; application launches; application launches with icon; app deployment to devices; all application launch events; all device activity; device breakdown; device enrollments; favorite dashboards; favorite reports; all multi-factor authentication events; multi-factor authentication success events; role apps; servers with most activity; servers with most checkouts; servers by type; superrights; all user activity events; user activity for an admin; a user's devices; all user roles; names of all user roles; accounts; members of a role; activity for collection; activity for database; activity for discoveryprofile; activity for domain; activity for generic_secret; activity for mpaccount; activity for server; activity for servers; activity for subscription; logins for a server; server count; request access to a computer; server admin activity; server user activity",
  'Executed through /JobFlow/StartJob': 'assigns a computer role; history of jobs; server account access job',
};

const run = (text: string, isNoted = false) =>
  on.desk.call('queries.run', { tenantId: on.desk.tenantId, text, isNoted });

/** The values that “Example” fills in. */
const example = (entry: { readonly parameters: readonly LibraryArgument[] }): Promise<Entered> =>
  exampleFor(
    entry,
    {},
    {
      firstOf: async (query) => {
        const [value] = (await run(query)).rows[0] ?? [];
        return value == null ? undefined : String(value);
      },
      now: Date.now,
    },
  );

function valuesOf(
  entry: { readonly parameters: readonly LibraryArgument[] },
  entered: Entered,
): readonly (readonly [string, Json])[] {
  const read = readArguments(entry, entered);
  if (!read.ok) throw new Error(read.problems.map(({ name, message }) => `${name}: ${message}`).join(' '));
  return read.values;
}

/** The result at a place, once all of its rows are there. */
async function completed(place: string): Promise<StoredResult> {
  const at = () => on.desk.call('results.at', { tenantId: on.desk.tenantId, place });
  await expect.poll(async () => (await at())?.state, { timeout: 60_000 }).not.toBe('running');
  const result = await at();
  if (result === undefined) throw new Error('Nothing is kept.');
  return result;
}

/** Starts it through a plan and polls until it has ended. A job without an ID in its response can't be verified: it is accepted. */
async function ended(input: JobInput, state: 'verified' | 'accepted' = 'verified'): Promise<JobDetail> {
  const { items, plan } = await on.desk.apply({ from: 'action', kind: 'job', inputs: [input] });
  expect(items).toMatchObject([{ verb: 'run', state, isUndoable: false }]);
  expect(plan.isUndoable).toBe(false);
  const id = items[0]?.target.id;
  const { jobs } = await on.desk.call('jobs.list', { tenantId: on.desk.tenantId });
  const listed = jobs.find((job) => (id === '' ? job.name === input.title : job.id === id));
  if (listed === undefined) throw new Error('The job is not in the list.');
  for (;;) {
    const job = await on.desk.call('jobs.read', { tenantId: on.desk.tenantId, id: listed.id });
    if (job.state === 'succeeded' || job.state === 'failed') return job;
  }
}

describe('the library', () => {
  it.each(Object.entries(specified))('has each of the specification once: %s', (through, descriptions) => {
    const described = [...procedureLibrary, ...jobLibrary].map((entry) => entry.described);
    for (const description of descriptions.split('; ')) {
      expect(
        described.filter((each) => each === description),
        `${description}, ${through}`,
      ).toHaveLength(1);
    }
  });

  it('has nothing that no public material names', () => {
    const all = Object.values(specified).flatMap((descriptions) => descriptions.split('; '));
    const others = [...procedureLibrary, ...jobLibrary].filter(({ described }) => !all.includes(described));
    expect(others.map(({ id }) => id)).toEqual(['activity-for-account', 'activity-for-sshkeys']);
  });

  it('offers what its arguments are chosen from', async () => {
    const tables = [...procedureLibrary, ...jobLibrary].flatMap(({ parameters }) =>
      parameters.flatMap(({ choice }) => (choice?.from === 'table' ? [choice] : [])),
    );
    for (const choice of tables) {
      const { rows } = await run(optionsQuery(choice));
      expect(rows.length, choice.table).toBeGreaterThan(0);
      expect(
        rows.every(([id]) => typeof id === 'string'),
        choice.table,
      ).toBe(true);
    }
  });
});

describe('a procedure', () => {
  it.each(procedureLibrary.map((procedure) => [procedure.name, procedure] as const))(
    '%s: runs with its example, and its rows are stored',
    async (_name, procedure) => {
      const { path, parameters } = procedure;
      const known = findProcedure(path)?.parameters.map(({ name }) => name) ?? [];
      expect(known).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
      const call = callOf(procedure, path, await example(procedure));
      if (!call.ok) throw new Error(call.problems[0]?.message);
      const place = `procedure ${procedure.id}`;
      await on.desk.call('results.start', { tenantId: on.desk.tenantId, place, text: call.text });
      const result = await completed(place);
      expect(result).toMatchObject({ state: 'complete', failure: null, warnings: [], sentText: call.text });
      expect(result.columns.length).toBeGreaterThan(0);
      expect(result.rowCount).toBe(result.fullCount);
      if (parameters.some(({ isRequired }) => isRequired)) expect(result.rowCount).toBeGreaterThan(0);
    },
  );

  it.each(procedureLibrary.map((procedure) => [procedure.name, procedure] as const))(
    '%s: is started as a job through a plan, and the rows are its result',
    async (title, procedure) => {
      const values = valuesOf(procedure, await example(procedure));
      const job = await ended({
        ...{ script: procedure.path, via: 'job', title },
        arguments: argumentObject(values),
      });
      expect(job).toMatchObject({ state: 'succeeded', error: null, isMine: true, name: title });
      expect(JSON.parse(job.result ?? '')).toHaveProperty('Results');
    },
  );

  it('does not affect the history of the user’s queries', async () => {
    const before = await on.desk.call('queries.history', { tenantId: on.desk.tenantId });
    await run('@/lib/device_breakdown.js');
    expect(await on.desk.call('queries.history', { tenantId: on.desk.tenantId })).toEqual(before);
    await run('@/lib/device_breakdown.js', true);
    const [newest] = await on.desk.call('queries.history', { tenantId: on.desk.tenantId });
    expect(newest?.text).toBe('@/lib/device_breakdown.js');
  });

  it('rejects a missing argument with the tenant’s message', async () => {
    await expect(run('@/lib/get_role_members.js')).rejects.toMatchObject({
      error: { code: 'refused-by-tenant', message: expect.stringContaining('needs id') as unknown },
    });
  });
});

describe('a job', () => {
  it.each(jobLibrary.filter(({ id }) => id !== reportJobId).map((job) => [job.name, job] as const))(
    '%s: is started through a plan with its example, and is in the list with its result',
    async (title, job) => {
      const entered = await example(job);
      const given = jobArguments(job, entered, valuesOf(job, entered));
      const input = { script: job.path, via: job.via, title, arguments: given };
      expect(await ended(input, job.via === 'query' ? 'accepted' : 'verified')).toMatchObject({
        ...{ state: 'succeeded', name: title, script: job.path, isMine: true },
        ...{ requestedBy: 'admin@acme.example', input: { arguments: given } },
        result: expect.stringContaining('{') as unknown,
      });
    },
  );

  it('Email a report: is sent through a plan with its example', async () => {
    const job = jobLibrary.find(({ id }) => id === reportJobId);
    if (job === undefined) throw new Error('The library has no report.');
    const written = writeReport(job, { ...reportOf(await example(job)), parameters: [] });
    const input = written.ok ? written.inputs[0] : undefined;
    if (input === undefined) throw new Error('Nothing was written.');
    const sent = await ended(input, 'accepted');
    expect(JSON.parse(sent.result ?? '')).toMatchObject({
      ...{ To: 'audit@acme.example', Subject: 'Roles of the tenant', Delivery: 'outbox' },
      Rows: expect.any(Number) as unknown,
    });
  });
});
