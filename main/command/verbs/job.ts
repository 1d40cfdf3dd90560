import type { Command } from '@commander-js/extra-typings';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Job } from '../../../contract/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { acceptOption, confirmOption } from '../folder/plan-options.ts';
import { formatFields } from '../output/table.ts';
import { argumentOption } from '../query/parameters.ts';
import type { DefineVerb, Run } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineJob: DefineVerb = (command, run) => {
  defineStart(command, run);
  const list = command
    .command('list')
    .description('list the newest jobs of a tenant')
    .action(run((context) => listJobs(context)));
  addExamples(list, [
    ['job list --tenant staging', 'List jobs as a table:'],
    ['job list --json | jq ".jobs[] | select(.state == \\"failed\\")"', 'Those that failed:'],
  ]);
  const show = command
    .command('show')
    .argument('<job>', 'ID')
    .description('show one job with its result')
    .action(run((context, id) => showJob(context, id)));
  addExamples(show, [['job show 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Show the state of a job:']]);
};

const secondsOption = () =>
  new Option('--timeout <seconds>', 'how long --wait waits').default(600).argParser((text) => {
    const seconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (seconds > 0) return seconds;
    throw new InvalidArgumentError('Enter a number of seconds.');
  });

function defineStart(command: Command, run: Run): void {
  const start = command
    .command('start')
    .argument('[job]', 'name, ID or path (default: list what can be started)')
    .addOption(argumentOption())
    .addOption(new Option('--wait', 'wait until it has succeeded or failed'))
    .addOption(secondsOption())
    .addOption(confirmOption())
    .addOption(acceptOption())
    .description('start a job; it is reviewed, recorded and sent once, like every change')
    .action(
      run(async (context, name, options) => {
        const { startJob } = await import('../query/start-job.ts');
        return await startJob(context, name, options);
      }),
    );
  addExamples(start, [
    ['job start', 'List the jobs that can be started, with their arguments:'],
    [
      'job start assign-computer-role -a Computer=… -a User=… -a Role=Operators --wait',
      'Start one and wait:',
    ],
  ]);
}

async function listJobs(context: Context): Promise<void> {
  const profile = await context.tenant();
  const { jobs, note } = await (await context.desk()).call('jobs.list', { tenantId: profile.id });
  if (note !== '') context.output.note(note);
  await context.output.list({
    verb: 'job-list',
    key: 'jobs',
    about: { tenant: describeTenant(profile) },
    rows: jobs.map(describeJob),
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'Name', value: ({ name }) => name },
      { title: 'State', value: ({ state }) => state },
      { title: 'Started by', value: ({ requestedBy }) => requestedBy },
      { title: 'Created', value: ({ createdAt }) => createdAt ?? '' },
    ],
    empty: `${profile.name} has no jobs.`,
  });
}

async function showJob(context: Context, id: string): Promise<void> {
  const profile = await context.tenant();
  const found = await (await context.desk()).call('jobs.read', { tenantId: profile.id, id });
  const job = { ...describeJob(found), result: found.result, note: found.note };
  await context.output.print({
    verb: 'job-show',
    data: { tenant: describeTenant(profile), job },
    text: () =>
      [
        formatFields([
          ['Name', job.name],
          ['State', job.state],
          ['Procedure', job.script],
          ['Started by', job.requestedBy],
          ['Created', job.createdAt ?? ''],
          ['Finished', job.finishedAt ?? ''],
          ['Error', job.error ?? ''],
          ['ID', job.id],
          ['Note', job.note],
        ]),
        ...(job.result === null ? [] : ['', job.result]),
      ].join('\n'),
  });
}

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A job as documents describe it. */
function describeJob(job: Job) {
  const { id, name, script, state, requestedBy, isMine, createdAt, startedAt, finishedAt, error } = job;
  return {
    ...{ id, name, script, state, requestedBy, isMine, error },
    createdAt: isoTime(createdAt),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
  };
}
