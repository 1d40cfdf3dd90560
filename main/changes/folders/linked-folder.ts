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

/** Files are small, and a disk takes its time to be sure of each. */
const looksAtOnce = 16;

/** A thing with what the tenant is known to have of it, to the letter. */
type KnownText = LinkedItem & { readonly live: string };

type State = LinkedFile['state'];

/** Compares a folder with things of a tenant, and does what follows from it. One look at a time. */
export class FolderSync {
  readonly #folder: string;
  readonly #desk: LocalState;
  readonly #marks = new Map<string, string>();
  readonly #waiting = new Map<string, LinkedFile>();
  #error: DeskError | undefined;
  #inFiles = 0;
  #total = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, desk: LocalState) {
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
  settle(targetId: string, take: 'file' | 'desk'): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#waiting.get(targetId);
      if (waiting === undefined) throw failure('not-found', 'This file has no pending action.');
      await this.#settle(waiting, take);
      this.#marks.delete(targetId);
      await this.#lookAtAll();
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #lookAtAll(): Promise<void> {
    const { naming } = this.#desk.kind;
    const names = await fileNames(this.#folder, naming.extension);
    const manifest = await this.#readManifest();
    const things = await this.#desk.things();
    const known = this.#desk.files();
    const entries = await fileEntries({
      ...{ folder: this.#folder, manifest, things, names, known, naming },
      currentId: (id) => this.#desk.currentId(id),
    });
    this.#total = things.length;
    this.#inFiles = 0;
    this.#forgetOthers(things);
    const ready = things.flatMap((thing) => {
      const entry = entries.get(thing.id);
      const { live } = thing;
      return entry === undefined || live === undefined ? [] : [{ thing, entry, live }];
    });
    // Before the first new file: whoever is stopped in the middle finds it again under this name.
    const isReady = new Set(ready.map(({ entry }) => entry));
    await this.#writeManifest(
      manifest,
      [...entries.values()].filter((entry) => !entry.isNew || isReady.has(entry)),
    );
    const changed: KnownFile[] = [];
    const failed: unknown[] = [];
    const lookAt = async ({ thing, entry, live }: (typeof ready)[number]): Promise<void> => {
      try {
        const former = entry.formerId === undefined ? undefined : known.get(entry.formerId);
        const kept = known.get(thing.id) ?? (former && { ...former, targetId: thing.id });
        const file = await this.#lookAt({ ...thing, live }, entry.file, kept);
        const noted = file ?? (former && kept);
        if (noted !== undefined) changed.push(noted);
        this.#inFiles += 1;
      } catch (error) {
        failed.push(error);
        this.#wait(thing, entry.file, 'failed', toDeskError(error));
      }
    };
    for await (const _looked of inOrder(ready, looksAtOnce, lookAt));
    this.#desk.put(changed);
    // One file that is odd is its own matter; a folder in which nothing can be written is the folder's.
    if (this.#inFiles === 0 && failed.length > 0) throw failed[0];
  }

  /** What was replaced goes on under another identifier, and what is gone waits for nothing. */
  #forgetOthers(things: readonly ItemText[]): void {
    const present = new Set(things.map(({ id }) => id));
    for (const map of [this.#waiting, this.#marks])
      for (const id of map.keys()) if (!present.has(id)) map.delete(id);
  }

  /** Answers what is to be kept of it, where that changed. */
  async #lookAt(
    thing: KnownText,
    name: string,
    known: KnownFile | undefined,
  ): Promise<KnownFile | undefined> {
    const live = withLineFeeds(thing.live);
    const mark = await markOf(this.#folder, name);
    const waiting = this.#waiting.get(thing.id);
    const isSeen = mark !== undefined && mark === this.#marks.get(thing.id);
    if (isSeen && waiting === undefined && known?.base === live && known.taken === null) return undefined;
    const { id } = thing;
    const base = known?.base ?? live;
    // Never written by this desk, whatever the manifest of another one names.
    if (mark === undefined && known === undefined) return await this.#write(thing, name, undefined);
    const file = mark === undefined ? undefined : await readTextFile(this.#folder, name);
    const draft = this.#desk.draft(id);
    const decision = decideFile({
      base,
      file: file?.text,
      live,
      draft: draft === undefined ? undefined : withLineFeeds(draft),
      taken: known?.taken ?? undefined,
      isAppliedSince: known?.taken != null && this.#desk.isAppliedSince(id, known.takenAt),
    });
    return await this.#follow(thing, name, decision, file, base, known);
  }

  async #follow(
    thing: KnownText,
    name: string,
    decision: FileDecision,
    file: ReadFile | undefined,
    base: string,
    known: KnownFile | undefined,
  ): Promise<KnownFile | undefined> {
    const { id } = thing;
    if (file === undefined) this.#marks.delete(id);
    else this.#marks.set(id, file.mark);
    switch (decision.do) {
      case 'nothing':
        this.#waiting.delete(id);
        return { targetId: id, base: decision.base, taken: null, takenAt: 0 };
      case 'write':
        return await this.#write(thing, name, file);
      case 'draft': {
        const text = file?.text ?? '';
        this.#desk.storeText(thing, text);
        this.#desk.makeDraft(thing, decision.draft, base);
        this.#wait(thing, name, 'draft');
        return { targetId: id, base, taken: text, takenAt: this.#desk.now() };
      }
      case 'wait':
        this.#wait(thing, name, 'draft');
        return undefined;
      case 'ask':
        this.#wait(thing, name, decision.about);
        // Known from now on, so that what the tenant gets later is not taken for what the file was made from.
        return known === undefined ? { targetId: id, base, taken: null, takenAt: 0 } : undefined;
    }
  }

  /** Current on tenant goes into the file. */
  async #write(thing: KnownText, name: string, file: ReadFile | undefined): Promise<KnownFile | undefined> {
    const mark = await writeTextFile(this.#folder, name, thing.live, file ?? plainForm, file?.mark);
    // Somebody was faster: the next look finds what they did.
    if (mark === undefined) return undefined;
    this.#marks.set(thing.id, mark);
    this.#waiting.delete(thing.id);
    return { targetId: thing.id, base: withLineFeeds(thing.live), taken: null, takenAt: 0 };
  }

  #wait(thing: LinkedItem, file: string, state: State, error?: DeskError): void {
    this.#waiting.set(thing.id, {
      targetId: thing.id,
      name: thing.name,
      file,
      state,
      ...(error === undefined ? {} : { error }),
    });
  }

  async #settle(
    { targetId: id, name, file: fileName, state }: LinkedFile,
    take: 'file' | 'desk',
  ): Promise<void> {
    const thing = { id, name };
    const things = await this.#desk.things();
    const file = await readTextFile(this.#folder, fileName);
    const live = things.find((each) => each.id === id)?.live ?? '';
    const base = this.#desk.files().get(id)?.base ?? withLineFeeds(live);
    if (file !== undefined) this.#desk.storeText(thing, file.text);
    if (take === 'file') {
      if (file === undefined) throw failure('not-found', `${fileName} is no longer in the folder.`);
      this.#desk.storeDraft(id);
      this.#desk.makeDraft(thing, file.text, base);
      this.#desk.put([{ targetId: id, base, taken: file.text, takenAt: this.#desk.now() }]);
    } else if (state === 'conflict' && file !== undefined) {
      this.#desk.put([{ targetId: id, base, taken: file.text, takenAt: this.#desk.now() }]);
    } else {
      const written = await this.#write({ ...thing, live }, fileName, file);
      if (written !== undefined) this.#desk.put([written]);
    }
  }

  async #readManifest(): Promise<Manifest | undefined> {
    const { manifest, naming } = this.#desk.kind;
    const file = await readPlainFile(this.#folder, manifest.file);
    if (file === undefined) return undefined;
    const text = Buffer.from(file.content).toString('utf8');
    return readManifest(manifest, {
      text,
      address: this.#desk.tenant.baseUrl,
      extension: naming.extension,
    });
  }

  async #writeManifest(before: Manifest | undefined, files: readonly ManifestEntry[]): Promise<void> {
    const { name, baseUrl } = this.#desk.tenant;
    const { manifest: shape } = this.#desk.kind;
    const text = manifestText(shape, {
      tenant: { name, address: baseUrl },
      files: files.map(({ id, name: thing, file }) => ({ id, name: thing, file })),
    });
    if (before !== undefined && manifestText(shape, before) === text) return;
    await replaceFile(join(this.#folder, shape.file), (sink) => sink(text));
  }
}
