import type { Context } from '../context.ts';
import { reportTests } from '../reports/test-results.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineScripts: DefineVerb = (command, run) => {
  const test = command
    .command('test')
    .argument('<dir>', 'folder with scripts and their tests')
    .option('--junit <file>', 'save the results as JUnit')
    .description('run application scripts for test users, and compare what they send; no tenant needed')
    .action(run((context, dir, { junit }) => testScripts(context, dir, junit)));
  addExamples(test, [
    ['scripts test acme/', 'Run all tests (applications/*/tests/*.json); ends with 9 if one fails:'],
    ['scripts test acme/ --junit results.xml', 'Save the results for a CI system:'],
  ]);
};

async function testScripts(context: Context, dir: string, junit: string | undefined): Promise<Ending> {
  // Loaded when it runs: help and completion need every verb, but not its work.
  const [{ runScriptTests }, { readScriptTests }] = await Promise.all([
    import('../script-tests/run-script-tests.ts'),
    import('../script-tests/script-test.ts'),
  ]);
  const files = await runScriptTests(await readScriptTests(dir), context.signal);
  return await reportTests(context, { verb: 'scripts-test', title: 'Script tests', files, junit });
}
