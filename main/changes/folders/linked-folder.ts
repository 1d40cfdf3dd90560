import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { LinkedFile, LinkedFolder } from '../../../contract/changes/linked-folders.ts';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { failure } from '../../platform/errors/failure.ts';
import { inOrder } from '../../platform/timing/in-order.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import { plainForm } from '../../platform/files/text-form.ts';
import type { FileDecision } from './decide.ts';
import { decideFile } from './decide.ts';
import { fileEntries } from './file-entries.ts';
import { fileNames, markOf, readPlainFile, readTextFile, writeTextFile } from './folder-files.ts';
import type { ReadFile } from './folder-files.ts';
import type { LocalState, ItemText } from './local-state.ts';
import type { LinkedItem } from './folder-kind.ts';
import type { KnownFile } from './folder-store.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';
import { manifestText, readManifest } from './manifest.ts';

/** Files are small, but flushing each to disk takes time. */
const looksAtOnce = 16;

/** An item with its known text on the tenant, including its exact line ends. */
type KnownText = LinkedItem & { readonly live: string };

type State = LinkedFile['state'];

/** Compares a folder with items of a tenant, and updates both. One check at a time. */
export class FolderSync {
  readonly #folder: string;
  readonly #local: LocalState;
  readonly #marks = new Map<string, string>();
  readonly #waiting = new Map<string, LinkedFile>();
  #error: DeskError | undefined;
  #inFiles = 0;
  #total = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, local: LocalState) {
    this.#folder = folder;
    this.#local = local;
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

  /** Checks every file. Never rejects: a failure is part of the status. */
  look(): Promise<void> {
    return this.#enqueue(async () => {
      try {
        await this.#lookAtAll();
        this.#error = undefined;
      } catch (error) {
        this.#error = toDeskError(error);
      }
    });
  }

  /** Throws `not-found` if nothing is pending, and what writing throws. */
  resolve(targetId: string, take: 'file' | 'desk'): Promise<void> {
    return this.#enqueue(async () => {
      const waiting = this.#waiting.get(targetId);
      if (waiting === undefined) throw failure('not-found', 'This file has no pending action.');
      await this.#resolve(waiting, take);
      this.#marks.delete(targetId);
      await this.#lookAtAll();
    });
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #lookAtAll(): Promise<void> {
    const { naming } = this.#local.kind;
    const names = await fileNames(this.#folder, naming.extension);
    const manifest = await this.#readManifest();
    const items = await this.#local.items();
    const known = this.#local.files();
    const entries = await fileEntries({
      ...{ folder: this.#folder, manifest, items, names, known, naming },
      currentId: (id) => this.#local.currentId(id),
    });
    this.#total = items.length;
    this.#inFiles = 0;
    this.#removeMissing(items);
    const ready = items.flatMap((item) => {
      const entry = entries.get(item.id);
      const { live } = item;
      return entry === undefined || live === undefined ? [] : [{ item, entry, live }];
    });
    // Before the first new file, so that an interrupted sync finds its files again under these names.
    const isReady = new Set(ready.map(({ entry }) => entry));
    await this.#writeManifest(
      manifest,
      [...entries.values()].filter((entry) => !entry.isNew || isReady.has(entry)),
    );
    const changed: KnownFile[] = [];
    const failed: unknown[] = [];
    const lookAt = async ({ item, entry, live }: (typeof ready)[number]): Promise<void> => {
      try {
        const former = entry.formerId === undefined ? undefined : known.get(entry.formerId);
        const stored = known.get(item.id) ?? (former && { ...former, targetId: item.id });
        const file = await this.#lookAt({ ...item, live }, entry.file, stored);
        const noted = file ?? (former && stored);
        if (noted !== undefined) changed.push(noted);
        this.#inFiles += 1;
      } catch (error) {
        failed.push(error);
        this.#wait(item, entry.file, 'failed', toDeskError(error));
      }
    };
    for await (const _looked of inOrder(ready, looksAtOnce, lookAt));
    this.#local.put(changed);
    // A problem of one file concerns that file only; if no file can be written, it is a problem of the folder.
    if (this.#inFiles === 0 && failed.length > 0) throw failed[0];
  }

  /** Removes entries of deleted items, and of replaced ones, which have a new ID. */
  #removeMissing(items: readonly ItemText[]): void {
    const present = new Set(items.map(({ id }) => id));
    for (const map of [this.#waiting, this.#marks])
      for (const id of map.keys()) if (!present.has(id)) map.delete(id);
  }

  /** Returns what to store about the file, if that changed. */
  async #lookAt(item: KnownText, name: string, known: KnownFile | undefined): Promise<KnownFile | undefined> {
    const live = withLineFeeds(item.live);
    const mark = await markOf(this.#folder, name);
    const waiting = this.#waiting.get(item.id);
    const isSeen = mark !== undefined && mark === this.#marks.get(item.id);
    if (isSeen && waiting === undefined && known?.base === live && known.taken === null) return undefined;
    const { id } = item;
    const base = known?.base ?? live;
    // This profile has never written it, whatever a manifest from another one lists.
    if (mark === undefined && known === undefined) return await this.#write(item, name, undefined);
    const file = mark === undefined ? undefined : await readTextFile(this.#folder, name);
    const draft = this.#local.draft(id);
    const decision = decideFile({
      base,
      file: file?.text,
      live,
      draft: draft === undefined ? undefined : withLineFeeds(draft),
      taken: known?.taken ?? undefined,
      isAppliedSince: known?.taken != null && this.#local.isAppliedSince(id, known.takenAt),
    });
    return await this.#follow(item, name, decision, file, base, known);
  }

  async #follow(
    item: KnownText,
    name: string,
    decision: FileDecision,
    file: ReadFile | undefined,
    base: string,
    known: KnownFile | undefined,
  ): Promise<KnownFile | undefined> {
    const { id } = item;
    if (file === undefined) this.#marks.delete(id);
    else this.#marks.set(id, file.mark);
    switch (decision.do) {
      case 'nothing':
        this.#waiting.delete(id);
        return { targetId: id, base: decision.base, taken: null, takenAt: 0 };
      case 'write':
        return await this.#write(item, name, file);
      case 'draft': {
        const text = file?.text ?? '';
        this.#local.storeText(item, text);
        this.#local.makeDraft(item, decision.draft, base);
        this.#wait(item, name, 'draft');
        return { targetId: id, base, taken: text, takenAt: this.#local.now() };
      }
      case 'wait':
        this.#wait(item, name, 'draft');
        return undefined;
      case 'ask':
        this.#wait(item, name, decision.about);
        // Stored from now on, so that later states of the tenant aren't mistaken for the base of the file.
        return known === undefined ? { targetId: id, base, taken: null, takenAt: 0 } : undefined;
    }
  }

  /** Writes the text on the tenant to the file. */
  async #write(item: KnownText, name: string, file: ReadFile | undefined): Promise<KnownFile | undefined> {
    const mark = await writeTextFile(this.#folder, name, item.live, file ?? plainForm, file?.mark);
    // Someone else was faster: the next check finds their change.
    if (mark === undefined) return undefined;
    this.#marks.set(item.id, mark);
    this.#waiting.delete(item.id);
    return { targetId: item.id, base: withLineFeeds(item.live), taken: null, takenAt: 0 };
  }

  #wait(item: LinkedItem, file: string, state: State, error?: DeskError): void {
    this.#waiting.set(item.id, {
      targetId: item.id,
      name: item.name,
      file,
      state,
      ...(error === undefined ? {} : { error }),
    });
  }

  async #resolve(
    { targetId: id, name, file: fileName, state }: LinkedFile,
    take: 'file' | 'desk',
  ): Promise<void> {
    const item = { id, name };
    const items = await this.#local.items();
    const file = await readTextFile(this.#folder, fileName);
    const live = items.find((each) => each.id === id)?.live ?? '';
    const base = this.#local.files().get(id)?.base ?? withLineFeeds(live);
    if (file !== undefined) this.#local.storeText(item, file.text);
    if (take === 'file') {
      if (file === undefined) throw failure('not-found', `${fileName} is no longer in the folder.`);
      this.#local.storeDraft(id);
      this.#local.makeDraft(item, file.text, base);
      this.#local.put([{ targetId: id, base, taken: file.text, takenAt: this.#local.now() }]);
    } else if (state === 'conflict' && file !== undefined) {
      this.#local.put([{ targetId: id, base, taken: file.text, takenAt: this.#local.now() }]);
    } else {
      const written = await this.#write({ ...item, live }, fileName, file);
      if (written !== undefined) this.#local.put([written]);
    }
  }

  async #readManifest(): Promise<Manifest | undefined> {
    const { manifest, naming } = this.#local.kind;
    const file = await readPlainFile(this.#folder, manifest.file);
    if (file === undefined) return undefined;
    const text = Buffer.from(file.content).toString('utf8');
    return readManifest(manifest, {
      text,
      address: this.#local.tenant.baseUrl,
      extension: naming.extension,
    });
  }

  async #writeManifest(before: Manifest | undefined, files: readonly ManifestEntry[]): Promise<void> {
    const { name, baseUrl } = this.#local.tenant;
    const { manifest: shape } = this.#local.kind;
    const text = manifestText(shape, {
      tenant: { name, address: baseUrl },
      files: files.map(({ id, name: itemName, file }) => ({ id, name: itemName, file })),
    });
    if (before !== undefined && manifestText(shape, before) === text) return;
    await replaceFile(join(this.#folder, shape.file), (sink) => sink(text));
  }
}
