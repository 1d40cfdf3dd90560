import { mostScriptBytes } from '../../../contract/script-limits.ts';
import type { HandlersOf } from '../../../contract/methods.ts';
import type { Host } from '../../platform/host/host.ts';
import { scriptFileStem } from './script-file-name.ts';
import { plainForm, readScriptText, scriptBytes } from './script-text.ts';

const extensions = ['.js', '.txt'] as const;

/** Scripts in files that a person chooses in a dialog of the host. */
export function createScriptFileHandlers(
  host: Pick<Host, 'openFile' | 'saveFile'>,
): Pick<HandlersOf<'scripts'>, 'scripts.openFile' | 'scripts.saveFile'> {
  return {
    'scripts.openFile': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Open a script', extensions, maxBytes: mostScriptBytes },
        call.signal,
      );
      if (file === undefined) return undefined;
      return { fileName: file.name, script: readScriptText(file.name, file.bytes).script };
    },
    'scripts.saveFile': async ({ name, script }, call) => {
      const suggestedName = `${scriptFileStem(name)}.js`;
      const bytes = scriptBytes(suggestedName, script, plainForm);
      const saved = await host.saveFile(
        { title: 'Save script as', suggestedName, extensions },
        (sink) => sink(bytes),
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName };
    },
  };
}
