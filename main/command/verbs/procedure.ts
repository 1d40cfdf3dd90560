import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { Json } from '../../../contract/procedures/library-values.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ProcedureArgument } from '../../../languages/sql/procedure-call.ts';
import { writeProcedureCall } from '../../../languages/sql/procedure-call.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { Entry } from '../query/find-entry.ts';
import { argumentsOf, findEntry, ownEntries } from '../query/find-entry.ts';
import type { NamedText } from '../query/parameters.ts';
import { argumentOption } from '../query/parameters.ts';
import type { ResultOutput } from '../query/print-result.ts';
import { printQuery } from '../query/print-result.ts';
import { limitOption, outOption, outputOption } from '../query/result-options.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options {
  readonly arg: readonly NamedText[];
  readonly output?: ResultOutput | undefined;
  readonly out?: string | undefined;
  readonly limit?: number | undefined;
}

export const defineProcedure: DefineVerb = (command, run) => {
  command
    .argument('[procedure]', 'name, ID or path (default: list all)')
    .addOption(argumentOption())
    .addOption(outputOption())
    .addOption(outOption())
    .addOption(limitOption())
    .action(run((context, name, options) => procedure(context, name, options)));
  addExamples(command, [
    ['procedure', 'List procedures with their arguments:'],
    ['procedure servers-by-type -o csv', 'Run one and print its rows as CSV:'],
    ['procedure user-devices -a userid=0f3c5b1e', 'Run one with an argument:'],
  ]);
};

async function procedure(context: Context, name: string | undefined, options: Options): Promise<void> {
  const profile = await context.tenant();
  const entries: readonly Entry[] = [
    ...procedureLibrary.map((entry) => ({ ...entry, via: 'query' as const })),
    ...(await ownEntries(context, profile.id, 'query')),
  ];
  if (name === undefined) return await listEntries(context, profile, entries);
  const entry = findEntry(entries, name, { via: 'query', list: 'tdesk procedure' });
  const { values } = argumentsOf(entry, options.arg);
  const written = writeProcedureCall(entry.path, values.map(asArgument));
  if (!written.ok) throw failure('invalid-input', `${written.name}: ${written.message} Nothing was sent.`);
  const { output: format, out, limit } = options;
  const query = { tenantId: profile.id, text: written.text, parameters: {}, limit };
  await printQuery(context, { verb: 'procedure', profile, query, format, out });
}

/** Lists are only sent to jobs. */
function asArgument([name, value]: readonly [string, Json]): [string, ProcedureArgument] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [name, value];
  throw failure(
    'invalid-input',
    `${name}: a procedure takes text, numbers, true and false. Nothing was sent.`,
  );
}

async function listEntries(
  { output }: Context,
  profile: TenantProfile,
  entries: readonly Entry[],
): Promise<void> {
  await output.list({
    verb: 'procedure-list',
    key: 'procedures',
    about: { tenant: describeTenant(profile) },
    rows: entries.map(({ id, name, description, path, parameters = [] }) => ({
      ...{ id, name, description, path },
      arguments: parameters.map(({ name: argument, type, isRequired }) => ({
        name: argument,
        type,
        isRequired,
      })),
    })),
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'Name', value: ({ name }) => name },
      {
        title: 'Arguments',
        value: ({ arguments: all }) =>
          all.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)).join(' '),
      },
    ],
    empty: 'There are no procedures.',
  });
}
