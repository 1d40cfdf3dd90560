import { Option } from '@commander-js/extra-typings';
import { counted } from '../../../languages/text/intl.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import { pathKey } from '../folder/item.ts';
import { keepReferences } from '../folder/keep-references.ts';
import { liveItems } from '../folder/live-items.ts';
import { readFolder } from '../folder/read-folder.ts';
import { readTenant } from '../folder/read-tenant.ts';
import { namedItems, readValues } from '../folder/resolve-items.ts';
import { tenantOfFolder } from '../folder/tenant-of-folder.ts';
import { writeFolder } from '../folder/write-folder.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const definePull: DefineVerb = (command, run) => {
  command
    .argument('<dir>', 'folder to write')
    .addOption(concurrencyOption())
    .addOption(new Option('--no-members', 'skip the members of roles'))
    .action(run((context, dir, options) => pull(context, dir, options)));
  addExamples(command, [
    ['pull acme/ --tenant staging', 'Write a tenant as files:'],
    ['pull acme/ --json | jq -r .files[]', 'The same, and list the files:'],
  ]);
};

async function pull(
  context: Context,
  dir: string,
  { concurrency, members }: { readonly concurrency: number; readonly members: boolean },
): Promise<void> {
  const { output } = context;
  const existing = readFolder(dir);
  const profile = await tenantOfFolder(context, dir);
  const { call } = await context.desk();
  const reading = { call, tenantId: profile.id, output, concurrency, withMembers: members };
  // What only the keychain has stays a reference anyway.
  const values = await readValues(context, { source: dir, profile, items: [] });
  const before = new Map(existing.map((item) => [pathKey(item), item]));
  const items = liveItems(await readTenant(reading), namedItems(existing, values)).map((live) =>
    keepReferences(live, before.get(pathKey(live.item)), values),
  );
  const { files, written, removed } = await writeFolder(dir, items, existing);
  const count = (kind: string): number => items.filter((item) => item.kind === kind).length;
  const counts = {
    applications: count('application'),
    webhooks: count('webhook'),
    roles: count('role'),
    assignments: count('assignments'),
    origins: count('origins'),
    configuration: count('configuration'),
    files: files.length,
    written: written.length,
    removed: removed.length,
  };
  await output.print({
    verb: 'pull',
    data: { tenant: describeTenant(profile), folder: dir, counts, files, written, removed },
    text: () =>
      [
        `Wrote ${profile.name} to ${dir}: ${counted(counts.applications, 'application')}, ${counted(counts.webhooks, 'webhook')}, ${counted(counts.roles, 'role')}.`,
        `${counted(files.length, 'file')}, ${written.length} changed, ${removed.length} removed.`,
      ].join('\n'),
  });
}
