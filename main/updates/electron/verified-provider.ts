import { basename } from 'node:path';
import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { Provider } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { DownloadedUpdate } from '../installation.ts';

/**
 * Gives electron-updater the one file that our own manifest lists, instead of reading a feed: electron-updater makes no request.
 */
export function verifiedProvider(update: DownloadedUpdate) {
  const file = { url: basename(update.path), size: update.size, sha512: update.sha512 };
  return class VerifiedProvider extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtimeOptions: ProviderRuntimeOptions) {
      super(runtimeOptions);
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      return {
        version: update.version,
        files: [file],
        path: file.url,
        sha512: file.sha512,
        releaseDate: '',
      };
    }

    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url: new URL(update.url), info: file }];
    }
  };
}
