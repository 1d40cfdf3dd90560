import { Option } from '@commander-js/extra-typings';
import type { Context } from '../context.ts';
import { reportTests } from '../reports/test-results.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options {
  readonly event?: string | undefined;
  readonly warnings?: true | undefined;
  readonly junit?: string | undefined;
}

export const defineTemplates: DefineVerb = (command, run) => {
  const test = command
    .command('test')
    .argument('<path>', 'folder with .ftl files, or one of them')
    .addOption(new Option('--event <file>', 'JSON file with sample events for all templates'))
    .addOption(new Option('--warnings', 'fail for warnings, too'))
    .addOption(new Option('--junit <file>', 'save the results as JUnit'))
    .description(
      'lint templates, render samples and edge cases, check JSON and receiver schemas; no tenant needed',
    )
    .action(run((context, path, options) => testTemplates(context, path, options)));
  addExamples(test, [
    ['templates test acme/webhooks/', 'Test all templates of a folder; ends with 9 if a test fails:'],
    ['templates test acme/webhooks/ --junit results.xml', 'Save the results for a CI system:'],
  ]);
};

async function testTemplates(context: Context, path: string, options: Options): Promise<Ending> {
  const { event, warnings, junit } = options;
  // Loaded when it runs: help and completion need every verb, but not its work.
  const [{ readEvents }, { readTemplate, templatesAt }, { testTemplate }] = await Promise.all([
    import('../templates/sample-events.ts'),
    import('../templates/template-file.ts'),
    import('../templates/test-template.ts'),
  ]);
  const events = event === undefined ? undefined : await readEvents(event);
  const files = [];
  for (const file of await templatesAt(path)) {
    context.signal.throwIfAborted();
    files.push(testTemplate(await readTemplate(file, events), warnings === true));
  }
  return await reportTests(context, { verb: 'templates-test', title: 'Templates', files, junit });
}
