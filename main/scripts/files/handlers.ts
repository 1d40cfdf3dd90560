import { maxTextBytes } from '../../../contract/schema/text-limits.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { Host } from '../../platform/host/host.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import { plainForm, readText, textBytes } from '../../platform/files/text-form.ts';

const extensions = ['.js', '.txt'] as const;

/** Scripts in files that the user chooses in a dialog of the host. */
export function createScriptFileHandlers(
  host: Pick<Host, 'openFile' | 'saveFile'>,
): Pick<HandlersOf<'scripts'>, 'scripts.openFile' | 'scripts.saveFile'> {
  return {
    'scripts.openFile': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Open script', extensions, maxBytes: maxTextBytes },
        call.signal,
      );
      if (file === undefined) return undefined;
      return { fileName: file.name, script: readText(file.name, file.bytes).text };
    },
    'scripts.saveFile': async ({ name, script }, call) => {
      const suggestedName = `${fileStem(name, 'script')}.js`;
      const bytes = textBytes(suggestedName, script, plainForm);
      const saved = await host.saveFile(
        { title: 'Save script as', suggestedName, extensions },
        (sink) => sink(bytes),
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName };
    },
  };
}
