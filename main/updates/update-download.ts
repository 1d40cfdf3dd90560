import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { ReleasedFile } from '../../contract/updates/update-manifest.ts';
import type { UpdateState } from '../../contract/updates/updates.ts';
import type { Log } from '../platform/log/log.ts';
import type { DownloadParts } from './download-file.ts';
import { downloadFile, findDownloaded } from './download-file.ts';

export interface UpdateDownloadParts extends DownloadParts {
  readonly log: Log;
  /** Aborted when the program stops. */
  readonly stopped: AbortSignal;
  readonly onChange: () => void;
}

export interface WantedFile {
  readonly file: ReleasedFile;
  readonly version: string;
  readonly url: string;
}

/** The download of the offered version: at most one at a time. */
export interface UpdateDownload {
  state(): UpdateState['download'];
  /** Why the last one failed. */
  problem(): string | undefined;
  /** Continues an earlier one. Returns at once. */
  start(wanted: WantedFile): void;
  cancel(): void;
  /** Another file is wanted, or none: finds out whether it is there, and ends the download of any other. */
  expect(file: ReleasedFile | undefined): Promise<void>;
  /** The path of the file, verified now. */
  find(file: ReleasedFile): Promise<string | undefined>;
  end(): Promise<void>;
}

interface Running {
  readonly file: ReleasedFile;
  readonly done: Promise<void>;
  readonly controller: AbortController;
}

/** In bytes: the window isn't notified of each piece. */
const progressStep = 4 * 1024 * 1024;

export function createUpdateDownload(parts: UpdateDownloadParts): UpdateDownload {
  const { folder, log, onChange } = parts;
  let state: UpdateState['download'] = { state: 'none' };
  let problem: string | undefined;
  let running: Running | undefined;

  function finish(result: UpdateState['download']): void {
    running = undefined;
    state = result;
    onChange();
  }

  async function run({ file, url, version }: WantedFile, { signal }: AbortController): Promise<void> {
    let reported = 0;
    try {
      await downloadFile(parts, {
        ...{ file, url, version },
        signal: AbortSignal.any([signal, parts.stopped]),
        onProgress(done) {
          state = { state: 'running', done, total: file.size };
          if (done - reported < progressStep) return;
          reported = done;
          onChange();
        },
      });
      finish({ state: 'ready' });
    } catch (error) {
      const failed = toDeskError(error);
      if (failed.code !== 'canceled') problem = failed.message;
      log.write('warning', 'updates.download-failed', { code: failed.code });
      finish({ state: 'none' });
    }
  }

  const find = (file: ReleasedFile): Promise<string | undefined> => findDownloaded(folder, file);

  return {
    state: () => state,
    problem: () => problem,
    start(wanted) {
      if (running !== undefined || state.state === 'ready') return;
      problem = undefined;
      state = { state: 'running', done: 0, total: wanted.file.size };
      const controller = new AbortController();
      running = { file: wanted.file, controller, done: run(wanted, controller) };
    },
    cancel: () => running?.controller.abort(),
    async expect(file) {
      if (running !== undefined) {
        if (running.file.sha512 === file?.sha512) return;
        running.controller.abort();
        await running.done;
      }
      problem = undefined;
      state = file !== undefined && (await find(file)) !== undefined ? { state: 'ready' } : { state: 'none' };
    },
    find,
    async end() {
      running?.controller.abort();
      await running?.done;
    },
  };
}
