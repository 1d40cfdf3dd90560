import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { LinkedFolders } from './linked-folders.ts';

export function createLinkedFolderHandlers(folders: LinkedFolders): HandlersOf<'linkedFolders'> {
  return {
    'linkedFolders.get': (of) => folders.get(of),
    'linkedFolders.link': (of, call) => folders.link(of, call),
    'linkedFolders.unlink': async (of) => void folders.unlink(of),
    'linkedFolders.refresh': (of, call) => folders.refresh(of, call),
    'linkedFolders.settle': ({ targetId, take, ...of }) => folders.resolve(of, targetId, take),
  };
}
