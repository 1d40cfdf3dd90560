import type { ToastQueue } from '../../../ui/index.ts';
import type { TemplateEngine } from '../template/template-engine.ts';
import type { FormatRequest } from '../template/template-protocol.ts';

interface FormattedEditor {
  readonly goTo: (offset: number) => void;
  readonly replaceText: (text: string, cursor: number) => void;
}

/**
 * Formats the text of an editor as one undo step, or shows why not and goes to the problem. `source`: the current text,
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
  const { result } = await engine.ask({ ...request, kind: 'format' });
  // Text typed in the meantime must not be lost.
  if (source() !== request.source) return;
  if ('rejection' in result) {
    toasts.show({ text: `Couldn’t format the template. ${result.rejection}`, tone: 'bad' });
    editor?.goTo(result.offset);
  } else if (result.formatted === request.source) {
    toasts.show({ text: 'Already formatted.' });
  } else editor?.replaceText(result.formatted, result.cursor);
}
