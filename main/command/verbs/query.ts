import { Option } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import type { NamedText } from '../query/parameters.ts';
import { parameterOption } from '../query/parameters.ts';
import type { ResultOutput } from '../query/print-result.ts';
import { printQuery } from '../query/print-result.ts';
import { readQuery, valuesOf } from '../query/query-text.ts';
import { limitOption, outOption, outputOption } from '../query/result-options.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options {
  readonly file?: string | undefined;
  readonly param: readonly NamedText[];
  readonly output?: ResultOutput | undefined;
  readonly out?: string | undefined;
  readonly limit?: number | undefined;
}

export const defineQuery: DefineVerb = (command, run) => {
  command
    .argument('[query]', 'SQL, @ and the name of a saved query, or - for stdin')
    .addOption(new Option('--file <file>', 'file with the query, or .tdqueries'))
    .addOption(parameterOption())
    .addOption(outputOption())
    .addOption(outOption())
    .addOption(limitOption())
    .action(run((context, query, options) => runQuery(context, query, options)));
  addExamples(command, [
    ['query "SELECT Username, LastLogin FROM User" --limit 20', 'Show some rows:'],
    ['query @inactive-users -p days:number=90 -o csv > inactive.csv', 'Export a saved query:'],
    ['query --file report.sql --out report.xlsx', 'Save the rows as an Excel file:'],
    ['query "SELECT ID FROM Event" -o ndjson | wc -l', 'One JSON object per row:'],
  ]);
};

async function runQuery(context: Context, query: string | undefined, options: Options): Promise<void> {
  const { file, param, output: format, out, limit } = options;
  const profile = await context.tenant();
  const source = await readQuery(context, { query, file, tenantId: profile.id });
  const parameters = valuesOf(source, param);
  const stored = { tenantId: profile.id, text: source.text, parameters, limit };
  await printQuery(context, { verb: 'query', profile, query: stored, format, out });
}
