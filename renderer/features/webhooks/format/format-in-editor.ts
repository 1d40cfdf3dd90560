import type { ToastQueue } from '../../../ui/index.ts';
import type { TemplateEngine } from '../template/template-engine.ts';
import type { FormatRequest } from '../template/template-protocol.ts';

interface FormattedEditor {
  readonly goTo: (offset: number) => void;
  readonly replaceText: (text: string, cursor: number) => void;
}

/**
 * Lays out what is typed in an editor as one step for Undo, or says why not and goes there. `source`: what is typed by now,
 * with line feeds as in the request.
 */
export async function formatInEditor(
  engine: Pick<TemplateEngine, 'ask'>,
  toasts: ToastQueue,
  {
    request,
    source,
    editor,
  }: {
    readonly request: Omit<FormatRequest, 'kind'>;
    readonly source: () => string;
    readonly editor: FormattedEditor | undefined;
  },
): Promise<void> {
  const { answer } = await engine.ask({ ...request, kind: 'format' });
  // What was typed meanwhile is not undone.
  if (source() !== request.source) return;
  if ('refusal' in answer) {
    toasts.show({ text: `Nothing was formatted. ${answer.refusal}`, tone: 'bad' });
    editor?.goTo(answer.offset);
  } else if (answer.formatted === request.source) {
    toasts.show({ text: 'The template is formatted already.' });
  } else editor?.replaceText(answer.formatted, answer.cursor);
}
