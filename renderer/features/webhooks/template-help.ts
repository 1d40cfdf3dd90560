import type { CodeEditorHelp } from '../../ui/index.ts';
import type { TemplateEngine } from './template/template-engine.ts';
import { EngineStopped } from './template/template-engine.ts';
import type { ResultOf, TemplateRequest, TemplateVariable } from './template/template-protocol.ts';

/** The editor's requests to the worker: completion, hover, definition and rename. */
export function templateHelp(
  engine: Pick<TemplateEngine, 'ask'>,
  variables: () => readonly TemplateVariable[],
) {
  /** No one waits for help once the engine was stopped, when the editor is closed or a template runs too long. */
  async function askUnlessStopped<Request extends TemplateRequest>(
    request: Request,
  ): Promise<ResultOf<Request> | undefined> {
    try {
      return await engine.ask(request);
    } catch (error) {
      if (error instanceof EngineStopped) return undefined;
      throw error;
    }
  }
  return {
    complete: async ({ text, position }) =>
      (await askUnlessStopped({ kind: 'complete', source: text, offset: position, variables: variables() }))
        ?.result,
    hover: async (source, offset) =>
      (await askUnlessStopped({ kind: 'hover', source, offset, variables: variables() }))?.result,
    define: async (source, offset) => (await askUnlessStopped({ kind: 'define', source, offset }))?.offset,
    renaming: {
      find: async (source, offset) => (await engine.ask({ kind: 'renamable', source, offset })).result,
      rename: async (source, offset, to) => (await engine.ask({ kind: 'rename', source, offset, to })).result,
    },
  } satisfies CodeEditorHelp;
}
