import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { DeskError } from '../../../contract/errors.ts';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { LinkedFolder, LinkedScriptFile } from '../../../contract/script-folders.ts';
import { withLineFeeds } from '../../changes/kind/three-way-merge.ts';
import { failure } from '../../platform/failure.ts';
import { inOrder } from '../../platform/in-order.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import { plainForm } from '../files/script-text.ts';
import type { FileDecision } from './decide.ts';
import { decideFile } from './decide.ts';
import { fileEntries } from './file-entries.ts';
import { markOf, readPlainFile, readScriptFile, scriptNames, writeScriptFile } from './folder-files.ts';
import type { ReadFile } from './folder-files.ts';
import type { LinkedFile } from './folder-store.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';
import { manifestName, manifestText, readManifest } from './manifest.ts';

/** What the desk knows and does about the scripts of one tenant. */
export interface DeskSide {
  readonly tenant: { readonly name: string; readonly baseUrl: string };
  /** The applications that are known; asks no tenant. */
  applications(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** What the tenant is known to have; undefined where it was never read. */
  live(applicationId: string): string | undefined;
  draft(applicationId: string): string | undefined;
  /** Makes a text the draft, whose person began with `base`. */
  makeDraft(application: { readonly id: string; readonly name: string }, text: string, base: string): void;
  /** Keeps a text of a file as a version. */
  keepText(application: { readonly id: string; readonly name: string }, text: string): void;
  keepDraft(applicationId: string): void;
  /** True where this desk applied something to the script since then. */
  isAppliedSince(applicationId: string, since: number): boolean;
  files(): ReadonlyMap<string, LinkedFile>;
  put(files: readonly LinkedFile[]): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Files are small, and a disk takes its time to be sure of each. */
const looksAtOnce = 16;

type State = LinkedScriptFile['state'];
type Application = { readonly id: string; readonly name: string };

/** Compares a folder with a tenant's scripts, and does what follows from it. One look at a time. */
export class FolderSync {
  readonly #folder: string;
  readonly #desk: DeskSide;
  readonly #marks = new Map<string, string>();
  readonly #waiting = new Map<string, LinkedScriptFile>();
  #error: DeskError | undefined;
  #inFiles = 0;
  #total = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, desk: DeskSide) {
    this.#folder = folder;
    this.#desk = desk;
  }

  status(isReading: boolean): LinkedFolder {
    const waiting = [...this.#waiting.values()];
    return {
      folder: this.#folder,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      inFiles: this.#inFiles,
      total: this.#total,
      isReading,
      waiting: waiting.slice(0, 500),
      waitingCount: waiting.length,
    };
  }

  /** Looks at every file. Never rejects: what fails is part of the status. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#lookAtAll();
        this.#error = undefined;
      } catch (error) {
        this.#error = toDeskError(error);
      }
    });
  }

  /** Throws `not-found` where nothing waits, and what writing throws. */
  settle(applicationId: string, take: 'file' | 'desk'): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#waiting.get(applicationId);
      if (waiting === undefined) throw failure('not-found', 'This file waits for nothing any more.');
      await this.#settle(waiting, take);
      this.#marks.delete(applicationId);
      await this.#lookAtAll();
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #lookAtAll(): Promise<void> {
    const names = await scriptNames(this.#folder);
    const manifest = await this.#readManifest();
    const applications = await this.#desk.applications();
    const known = this.#desk.files();
    const entries = await fileEntries({ folder: this.#folder, manifest, applications, names, known });
    this.#total = applications.length;
    this.#inFiles = 0;
    const ready = applications.flatMap((application) => {
      const entry = entries.get(application.id);
      const live = this.#desk.live(application.id);
      return entry === undefined || live === undefined ? [] : [{ application, entry, live }];
    });
    // Before the first new file: whoever is stopped in the middle finds it again under this name.
    const isReady = new Set(ready.map(({ entry }) => entry));
    await this.#writeManifest(
      manifest,
      [...entries.values()].filter((entry) => !entry.isNew || isReady.has(entry)),
    );
    const changed: LinkedFile[] = [];
    const failed: unknown[] = [];
    const lookAt = async ({ application, entry, live }: (typeof ready)[number]): Promise<void> => {
      try {
        const kept = known.get(application.id);
        const file = await this.#lookAt(application, entry.file, withLineFeeds(live), kept);
        if (file !== undefined) changed.push(file);
        this.#inFiles += 1;
      } catch (error) {
        failed.push(error);
        this.#wait(application, entry.file, 'failed', toDeskError(error));
      }
    };
    for await (const _looked of inOrder(ready, looksAtOnce, lookAt));
    this.#desk.put(changed);
    // One file that is odd is its own matter; a folder in which nothing can be written is the folder's.
    if (this.#inFiles === 0 && failed.length > 0) throw failed[0];
  }

  /** Answers what is to be kept of it, where that changed. */
  async #lookAt(
    application: Application,
    name: string,
    live: string,
    known: LinkedFile | undefined,
  ): Promise<LinkedFile | undefined> {
    const mark = await markOf(this.#folder, name);
    const waiting = this.#waiting.get(application.id);
    const isSeen = mark !== undefined && mark === this.#marks.get(application.id);
    if (isSeen && waiting === undefined && known?.base === live && known.taken === null) return undefined;
    const { id } = application;
    const base = known?.base ?? live;
    // Never written by this desk, whatever the manifest of another one names.
    if (mark === undefined && known === undefined)
      return await this.#write(application, name, live, undefined);
    const file = mark === undefined ? undefined : await readScriptFile(this.#folder, name);
    const draft = this.#desk.draft(id);
    const decision = decideFile({
      base,
      file: file?.script,
      live,
      draft: draft === undefined ? undefined : withLineFeeds(draft),
      taken: known?.taken ?? undefined,
      isAppliedSince: known?.taken != null && this.#desk.isAppliedSince(id, known.takenAt),
    });
    return await this.#follow(application, name, decision, file, base, known);
  }

  async #follow(
    application: Application,
    name: string,
    decision: FileDecision,
    file: ReadFile | undefined,
    base: string,
    known: LinkedFile | undefined,
  ): Promise<LinkedFile | undefined> {
    const { id } = application;
    if (file === undefined) this.#marks.delete(id);
    else this.#marks.set(id, file.mark);
    switch (decision.do) {
      case 'nothing':
        this.#waiting.delete(id);
        return { applicationId: id, base: decision.base, taken: null, takenAt: 0 };
      case 'write':
        return await this.#write(application, name, decision.text, file);
      case 'draft': {
        const text = file?.script ?? '';
        this.#desk.keepText(application, text);
        this.#desk.makeDraft(application, decision.draft, base);
        this.#wait(application, name, 'draft');
        return { applicationId: id, base, taken: text, takenAt: this.#desk.now() };
      }
      case 'wait':
        this.#wait(application, name, 'draft');
        return undefined;
      case 'ask':
        this.#wait(application, name, decision.about);
        // Known from now on, so that what the tenant gets later is not taken for what the file was made from.
        return known === undefined ? { applicationId: id, base, taken: null, takenAt: 0 } : undefined;
    }
  }

  async #write(
    application: Application,
    name: string,
    text: string,
    file: ReadFile | undefined,
  ): Promise<LinkedFile | undefined> {
    const mark = await writeScriptFile(this.#folder, name, text, file ?? plainForm, file?.mark);
    // Somebody was faster: the next look finds what they did.
    if (mark === undefined) return undefined;
    this.#marks.set(application.id, mark);
    this.#waiting.delete(application.id);
    return { applicationId: application.id, base: text, taken: null, takenAt: 0 };
  }

  #wait(application: Application, file: string, state: State, error?: DeskError): void {
    this.#waiting.set(application.id, {
      applicationId: application.id,
      application: application.name,
      file,
      state,
      ...(error === undefined ? {} : { error }),
    });
  }

  async #settle(
    { applicationId: id, application: name, file: fileName, state }: LinkedScriptFile,
    take: 'file' | 'desk',
  ) {
    const application = { id, name };
    const file = await readScriptFile(this.#folder, fileName);
    const live = withLineFeeds(this.#desk.live(id) ?? '');
    const base = this.#desk.files().get(id)?.base ?? live;
    if (file !== undefined) this.#desk.keepText(application, file.script);
    if (take === 'file') {
      if (file === undefined) throw failure('not-found', `${fileName} is not in the folder any more.`);
      this.#desk.keepDraft(id);
      this.#desk.makeDraft(application, file.script, base);
      this.#desk.put([{ applicationId: id, base, taken: file.script, takenAt: this.#desk.now() }]);
    } else if (state === 'conflict' && file !== undefined) {
      this.#desk.put([{ applicationId: id, base, taken: file.script, takenAt: this.#desk.now() }]);
    } else {
      const written = await this.#write(application, fileName, live, file);
      if (written !== undefined) this.#desk.put([written]);
    }
  }

  async #readManifest(): Promise<Manifest | undefined> {
    const file = await readPlainFile(this.#folder, manifestName);
    if (file === undefined) return undefined;
    return readManifest(Buffer.from(file.content).toString('utf8'), this.#desk.tenant.baseUrl);
  }

  async #writeManifest(before: Manifest | undefined, files: readonly ManifestEntry[]): Promise<void> {
    const { name, baseUrl } = this.#desk.tenant;
    const text = manifestText({
      format: 'tenant-desk/scripts',
      version: 1,
      tenant: { name, address: baseUrl },
      files: files.map(({ applicationId, application, file }) => ({ applicationId, application, file })),
    });
    if (before !== undefined && manifestText(before) === text) return;
    await replaceFile(join(this.#folder, manifestName), (sink) => sink(text));
  }
}
