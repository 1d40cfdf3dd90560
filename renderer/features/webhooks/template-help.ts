import type { CodeEditorHelp } from '../../ui/index.ts';
import type { TemplateEngine } from './template/template-engine.ts';
import type { TemplateVariable } from './template/template-protocol.ts';

/** The editor's requests to the worker: completion, hover, definition and rename. */
export function templateHelp(engine: TemplateEngine, variables: () => readonly TemplateVariable[]) {
  return {
    complete: async ({ text, position }) =>
      (await engine.ask({ kind: 'complete', source: text, offset: position, variables: variables() })).result,
    hover: async (source, offset) =>
      (await engine.ask({ kind: 'hover', source, offset, variables: variables() })).result,
    define: async (source, offset) => (await engine.ask({ kind: 'define', source, offset })).offset,
    renaming: {
      find: async (source, offset) => (await engine.ask({ kind: 'renamable', source, offset })).result,
      rename: async (source, offset, to) => (await engine.ask({ kind: 'rename', source, offset, to })).result,
    },
  } satisfies CodeEditorHelp;
}
