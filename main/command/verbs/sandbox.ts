import { Option } from '@commander-js/extra-typings';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineSandbox: DefineVerb = (command, run) => {
  const start = command
    .command('start')
    .addOption(new Option('--tenants <n>', 'number of tenants').default('1'))
    .addOption(new Option('--port <n>', 'first port (default: a free one)'))
    .addOption(new Option('--data <dir>', 'where data is stored (default: a temporary folder)'))
    .addOption(new Option('--apps <n>', 'number of applications'))
    .addOption(new Option('--events <n>', 'number of events'))
    .addOption(
      new Option('--save-env <file>', 'write TDESK_… variables with a token to this file while it runs'),
    )
    .description('run embedded tenants on this machine, for tests and CI, until Ctrl+C')
    .action(
      run(async (context, options) => {
        const { startSandbox } = await import('../live/start-sandbox.ts');
        await startSandbox(context, options);
      }),
    );
  addExamples(start, [
    ['sandbox start --tenants 2', 'Run two tenants and print their URLs:'],
    ['sandbox start --save-env sandbox.env &', 'In CI; then: set -a; . ./sandbox.env; set +a'],
  ]);
};
