import { setTimeout as delay } from 'node:timers/promises';
import { jobKindName, jobLibrary } from '../../../contract/jobs/job-library.ts';
import type { JobDetail } from '../../../contract/jobs/jobs.ts';
import { argumentObject, jobArguments } from '../../../contract/procedures/library-values.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { confirmPlan } from '../folder/confirm-plan.ts';
import { itemsOfPlan, summariesOfPlan } from '../folder/plan-items.ts';
import { printRun, withProgress } from '../folder/run-outcome.ts';
import type { Ending } from '../run.ts';
import type { Entry } from './find-entry.ts';
import { argumentsOf, findEntry, ownEntries } from './find-entry.ts';
import type { NamedText } from './parameters.ts';

export interface StartOptions {
  readonly arg: readonly NamedText[];
  readonly wait?: true | undefined;
  readonly timeout: number;
  readonly confirm?: string | undefined;
  readonly accept: readonly string[];
}

/** Pauses between two reads of a job, in milliseconds. */
const pauseMs = { first: 250, max: 5000 };

/** Starts a job as a change plan, and waits for it if asked to. */
export async function startJob(
  context: Context,
  name: string | undefined,
  options: StartOptions,
): Promise<Ending> {
  const profile = await context.tenant();
  const entries: readonly Entry[] = [...jobLibrary, ...(await ownEntries(context, profile.id, 'job'))];
  if (name === undefined) return await listStartable(context, profile, entries);
  const entry = findEntry(entries, name, { via: 'job', list: 'tdesk job start' });
  const { values, entered } = argumentsOf(entry, options.arg);
  const { parameters } = entry;
  const input = {
    script: entry.path,
    via: entry.via,
    title: entry.name,
    arguments:
      parameters === undefined ? argumentObject(values) : jobArguments({ parameters }, entered, values),
  };
  const desk = await context.desk();
  const plan = await desk.call('changes.plan', {
    tenantId: profile.id,
    request: { from: 'action', kind: jobKindName, inputs: [input] },
  });
  try {
    const confirmed = await confirmPlan(
      desk.call,
      { plan, items: await itemsOfPlan(desk.call, plan) },
      options,
    );
    const applied = await withProgress(context, desk, plan.id, (callOptions) =>
      desk.call('changes.apply', { planId: plan.id, ...confirmed }, callOptions),
    );
    const [item] = await summariesOfPlan(desk.call, applied);
    const isStarted = item !== undefined && (item.state === 'verified' || item.state === 'accepted');
    if (!isStarted) return await printRun(context, { verb: 'job-start', profile, plan: applied });
    const jobId = item.target.id;
    const job = options.wait === true ? await waitFor(context, profile, jobId, options.timeout) : undefined;
    return await printStarted(context, { profile, run: applied.id, jobId, name: entry.name, job });
  } finally {
    await desk.call('changes.discard', { planId: plan.id }, { signal: new AbortController().signal });
  }
}

/** Throws `timed-out` where the job is still running; it continues on the tenant. */
async function waitFor(
  context: Context,
  { id: tenantId }: TenantProfile,
  jobId: string,
  seconds: number,
): Promise<JobDetail> {
  const { call } = await context.desk();
  const endsAt = performance.now() + seconds * 1000;
  let state = '';
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.max)) {
    const job = await call('jobs.read', { tenantId, id: jobId });
    if (job.state !== state) context.output.note(`${job.name}: ${job.state}`);
    ({ state } = job);
    if (job.state === 'succeeded' || job.state === 'failed' || job.state === 'unknown') return job;
    if (performance.now() > endsAt) {
      throw failure(
        'timed-out',
        `The job is still ${job.state} after ${seconds} s, and continues. See tdesk job show ${jobId}.`,
      );
    }
    await delay(pause, undefined, { signal: context.signal });
  }
}

async function printStarted(
  { output }: Context,
  started: {
    readonly profile: TenantProfile;
    readonly run: string;
    readonly jobId: string;
    readonly name: string;
    readonly job: JobDetail | undefined;
  },
): Promise<Ending> {
  const { profile, run, jobId, name, job } = started;
  const state = job?.state ?? 'started';
  await output.print({
    verb: 'job-start',
    data: {
      ...{ tenant: describeTenant(profile), run },
      job: { id: jobId, name, state, result: job?.result ?? null, error: job?.error ?? null },
    },
    text: () =>
      [
        `${name}: ${state}${job?.error == null ? '' : `. ${job.error}`}`,
        ...(job?.result == null ? [] : [job.result]),
        ...(job === undefined ? [`See tdesk job show ${jobId}`] : []),
      ].join('\n'),
  });
  return state === 'failed' ? 'denied' : 'done';
}

async function listStartable(
  { output }: Context,
  profile: TenantProfile,
  entries: readonly Entry[],
): Promise<Ending> {
  await output.list({
    verb: 'job-library',
    key: 'jobs',
    about: { tenant: describeTenant(profile) },
    rows: entries.map(({ id, name, description, path, parameters = [] }) => ({
      ...{ id, name, description, path },
      arguments: parameters.map((each) => ({
        name: each.name,
        type: each.type,
        isRequired: each.isRequired,
      })),
    })),
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'Name', value: ({ name }) => name },
      { title: 'Arguments', value: ({ arguments: all }) => all.map((each) => each.name).join(' ') },
    ],
    empty: 'There are no jobs.',
  });
  return 'done';
}
