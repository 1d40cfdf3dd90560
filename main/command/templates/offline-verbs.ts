import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { reportTests } from '../reports/test-results.ts';
import type { Ending } from '../run.ts';
import { renderTemplate } from './render-template.ts';
import { readEvents } from './sample-events.ts';
import { readTemplate, templatesAt } from './template-file.ts';
import { lintTemplate } from './test-template.ts';

/** Prints what a webhook would send for an event. Ends with `tests-failed` if nothing can be sent, or it isn't JSON. */
export async function renderFile(
  context: Context,
  file: string,
  eventFile: string | undefined,
): Promise<Ending> {
  const { output } = context;
  const events = eventFile === undefined ? undefined : await readEvents(eventFile);
  const template = await readTemplate(file, events);
  const [event] = template.events;
  if (event === undefined) throw failure('invalid-input', `${eventFile ?? file} has no event. Add one.`);
  const rendered = renderTemplate(template, event.columns);
  const message = rendered.ok ? null : rendered.message;
  const place = rendered.ok
    ? null
    : { in: rendered.output === undefined ? 'template' : 'output', ...rendered.place };
  if (output.isChosen) {
    await output.print({
      verb: 'webhooks-render',
      data: { file, event: event.name, output: rendered.output ?? null, problem: message, place },
      text: () => '',
    });
  } else if (rendered.output !== undefined) await output.write(rendered.output);
  if (rendered.ok) return 'done';
  if (!output.isChosen)
    output.warn(`${file}:${rendered.place.line}:${rendered.place.column}: ${rendered.message}`);
  return 'tests-failed';
}

/** Reports problems that are certain. */
export async function lintFiles(
  context: Context,
  path: string,
  { warnings, junit }: { readonly warnings?: true | undefined; readonly junit?: string | undefined },
): Promise<Ending> {
  const files = [];
  for (const file of await templatesAt(path)) {
    files.push({ file, cases: lintTemplate(await readTemplate(file), warnings === true) });
  }
  return await reportTests(context, { verb: 'webhooks-lint', title: 'Lint', files, junit });
}
