import type { HandlersOf } from '../../../contract/methods.ts';
import type { ScriptFolders } from './script-folders.ts';

export function createScriptFolderHandlers(folders: ScriptFolders): HandlersOf<'scriptFolders'> {
  return {
    'scriptFolders.get': ({ tenantId }) => folders.get(tenantId),
    'scriptFolders.link': ({ tenantId }, call) => folders.link(tenantId, call),
    'scriptFolders.unlink': async ({ tenantId }) => void folders.unlink(tenantId),
    'scriptFolders.refresh': ({ tenantId }, call) => folders.refresh(tenantId, call),
    'scriptFolders.settle': ({ tenantId, applicationId, take }) =>
      folders.settle(tenantId, applicationId, take),
  };
}
