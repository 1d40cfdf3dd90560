import type { Command, OptionValues } from '@commander-js/extra-typings';
import { Option } from '@commander-js/extra-typings';
import { z } from 'zod';

/** What every verb takes. There is no option for a secret: arguments are visible to every user of the machine. */
const globalOptions = [
  new Option('-t, --tenant <name>', 'tenant, by name, ID or URL'),
  new Option('--state <dir>', 'folder of profiles and history (default: TDESK_STATE, else that of the app)'),
  new Option('--json', 'print one JSON document').conflicts(['ndjson', 'table']),
  new Option('--ndjson', 'print one JSON document per line').conflicts('table'),
  new Option('--table', 'print for people, also into a pipe'),
  new Option('--no-input', 'never ask; fail where input is needed'),
  new Option('-q, --quiet', 'print only errors and warnings').conflicts('verbose'),
  new Option('-v, --verbose', 'say more'),
  new Option('--token-stdin', 'read the access token from stdin').conflicts('secretStdin'),
  new Option('--secret-stdin', 'read the client secret from stdin'),
] as const;

const globalOptionsSchema = z.object({
  tenant: z.string().optional(),
  state: z.string().optional(),
  json: z.boolean().default(false),
  ndjson: z.boolean().default(false),
  table: z.boolean().default(false),
  input: z.boolean().default(true),
  quiet: z.boolean().default(false),
  verbose: z.boolean().default(false),
  tokenStdin: z.boolean().default(false),
  secretStdin: z.boolean().default(false),
});

export type GlobalOptions = z.infer<typeof globalOptionsSchema>;

export function addGlobalOptions(program: Command): void {
  for (const option of globalOptions) program.addOption(option);
}

export const readGlobalOptions = (values: OptionValues): GlobalOptions => globalOptionsSchema.parse(values);
