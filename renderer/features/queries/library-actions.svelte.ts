import type { Desk } from '../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { MethodOutput } from '../../../contract/bridge/methods.ts';
import type { TypedParameter } from '../../../contract/queries/queries.ts';
import type { OpenedQueryFile } from '../../../contract/queries/query-file.ts';
import type { SavedQuery } from '../../../contract/queries/query-library.ts';
import type { MenuItem, ToastQueue } from '../../ui/index.ts';
import { attempt } from '../../state/attempt.ts';
import { plural } from '../../../languages/text/intl.ts';
import type { LibraryRow } from './library-rows.ts';
import type { QueryDetails } from './query-details.ts';
import { noDetails } from './query-details.ts';
import type { SavedQueries } from './saved-queries.svelte.ts';

export interface QueryContent {
  readonly text: string;
  readonly parameters: readonly TypedParameter[];
}

interface LibraryActionsParts {
  readonly desk: Pick<Desk, 'queryLibrary' | 'queryFiles'>;
  readonly toasts: Pick<ToastQueue, 'show'>;
  readonly tenantId: string;
  readonly saved: SavedQueries;
  readonly open: (query: SavedQuery) => void;
}

/** The query in the save dialog: the content of a new one, or a saved one. */
interface Describing {
  readonly title: string;
  readonly begin: QueryDetails;
  readonly of: SavedQuery | QueryContent;
  readonly then?: (query: SavedQuery) => void;
}

/** All actions on saved queries and their folders, with their open dialogs. */
export class LibraryActions {
  readonly #parts: LibraryActionsParts;
  #isBusy = false;
  describing = $state.raw<Describing | undefined>(undefined);
  naming = $state.raw<
    | {
        readonly title: string;
        readonly name: string;
        readonly id?: string;
        readonly parentId: string | null;
      }
    | undefined
  >(undefined);
  moving = $state.raw<
    | {
        readonly name: string;
        readonly from: string | null;
        readonly without: readonly string[];
        readonly row: LibraryRow;
      }
    | undefined
  >(undefined);
  /** Initial selection of the share dialog. */
  sharing = $state.raw<readonly string[] | undefined>(undefined);
  /** The opened file, until it is imported or closed. */
  importing = $state.raw<OpenedQueryFile | undefined>(undefined);
  /** Another text was saved since this one was opened. */
  conflict = $state.raw<{ readonly theirs: SavedQuery; readonly mine: QueryContent } | undefined>(undefined);

  constructor(parts: LibraryActionsParts) {
    this.#parts = parts;
  }

  menuOf(row: LibraryRow): readonly MenuItem[] {
    const common: readonly MenuItem[] = [
      { label: 'Share as file…', icon: 'file-down', onselect: () => (this.sharing = [row.id]) },
      { label: 'Move to folder…', icon: 'folder-input', onselect: () => this.askToMove(row) },
      { kind: 'separator' },
      {
        label: 'Remove',
        icon: 'trash-2',
        shortcut: 'Delete',
        danger: true,
        onselect: () => void this.remove(row),
      },
    ];
    if (row.kind === 'folder') {
      return [
        { label: 'Rename…', icon: 'pencil', shortcut: 'F2', onselect: () => this.askToRename(row) },
        { label: 'New subfolder…', icon: 'folder-plus', onselect: () => this.askForFolder(row.id) },
        ...common,
      ];
    }
    const { query } = row;
    return [
      { label: 'Open', icon: 'terminal', shortcut: 'Enter', onselect: () => this.#parts.open(query) },
      {
        label: 'Name and description…',
        icon: 'pencil',
        shortcut: 'F2',
        onselect: () => this.askToRename(row),
      },
      {
        label: query.isFavorite ? 'Remove from favorites' : 'Add to favorites',
        icon: 'star',
        onselect: () =>
          void this.#try(() => this.#desk.setFavorite({ id: query.id, isFavorite: !query.isFavorite })),
      },
      { label: 'Duplicate…', icon: 'copy-plus', onselect: () => this.#askToDuplicate(query) },
      ...common,
    ];
  }

  get #desk(): Desk['queryLibrary'] {
    return this.#parts.desk.queryLibrary;
  }

  askToAdd(content: QueryContent, then: (query: SavedQuery) => void, begin: QueryDetails = noDetails): void {
    this.describing = { title: 'Save query', begin, of: content, then };
  }

  #askToDuplicate(query: SavedQuery): void {
    this.askToAdd({ text: query.text, parameters: query.parameters }, this.#parts.open, {
      ...detailsOf(query),
      name: `${query.name} copy`.slice(0, 120),
    });
  }

  askToRename(row: LibraryRow): void {
    if (row.kind === 'query') {
      const { query } = row;
      this.describing = { title: `About ${query.name}`, begin: detailsOf(query), of: query };
    } else {
      const { id, name, parentId } = row.folder;
      this.naming = { title: `Rename folder ${name}`, name, id, parentId };
    }
  }

  askForFolder(parentId: string | null): void {
    this.naming = { title: 'New folder', name: '', parentId };
  }

  askToMove(row: LibraryRow): void {
    this.moving =
      row.kind === 'query'
        ? { name: row.query.name, from: row.query.folderId, without: [], row }
        : { name: row.folder.name, from: row.folder.parentId, without: [row.id], row };
  }

  /** Closes the dialog after saving; a message shows why it failed. */
  async describe(details: QueryDetails): Promise<void> {
    const sheet = this.describing;
    if (sheet === undefined) return;
    const { name, description, folderId } = details;
    const tenantId = details.isOfTenant ? this.#parts.tenantId : null;
    const isSaved = await this.#once(async () => {
      if (!('id' in sheet.of)) {
        const content = { text: sheet.of.text, parameters: plain(sheet.of.parameters) };
        sheet.then?.(await this.#desk.add({ name, description, folderId, tenantId, ...content }));
        return;
      }
      const { id, ...before } = sheet.of;
      const shown = { name: before.name, description: before.description };
      if (name !== shown.name || description !== shown.description)
        await this.#desk.describe({ id, shown, wanted: { name, description } });
      if (folderId !== before.folderId) await this.#desk.move({ queryIds: [id], to: folderId });
      if (tenantId !== before.tenantId) await this.#desk.setTenant({ id, tenantId });
    });
    if (isSaved) this.describing = undefined;
  }

  async nameFolder(name: string): Promise<void> {
    const sheet = this.naming;
    if (sheet === undefined) return;
    const { id, parentId } = sheet;
    const isSaved = await this.#once(async () => {
      if (id === undefined) await this.#desk.addFolder({ name, parentId });
      else await this.#desk.renameFolder({ id, name });
    });
    if (isSaved) this.naming = undefined;
  }

  async moveChosen(to: string | null): Promise<void> {
    const sheet = this.moving;
    if (sheet !== undefined && (await this.move(sheet.row, to))) this.moving = undefined;
  }

  async move(row: LibraryRow, to: string | null): Promise<boolean> {
    const from = row.kind === 'folder' ? row.folder.parentId : row.query.folderId;
    const what = row.kind === 'folder' ? { folderIds: [row.id] } : { queryIds: [row.id] };
    const name = row.kind === 'folder' ? row.folder.name : row.query.name;
    const isMoved = await this.#try(() => this.#desk.move({ ...what, to }));
    if (isMoved && from !== to) {
      this.#parts.toasts.show({
        text: `Moved ${name}.`,
        action: {
          label: 'Undo',
          run: () => void this.#try(() => this.#desk.move({ ...what, to: from })),
        },
      });
    }
    return isMoved;
  }

  async remove(row: LibraryRow): Promise<void> {
    await this.#try(async () => {
      const { removalId, queries } = await this.#desk.remove(
        row.kind === 'folder' ? { folderIds: [row.id] } : { queryIds: [row.id] },
      );
      const inIt =
        queries === 0 ? '' : ` with ${queries} ${plural(queries, { one: 'query', other: 'queries' })}`;
      this.#parts.toasts.show({
        text:
          row.kind === 'folder'
            ? `Removed folder ${row.folder.name}${inIt}.`
            : `Removed query ${row.query.name}.`,
        action: { label: 'Undo', run: () => void this.#try(() => this.#desk.putBack({ removalId })) },
      });
    });
  }

  async share(choice: {
    readonly queryIds: readonly string[];
    readonly folderIds: readonly string[];
    readonly withValues: boolean;
  }): Promise<void> {
    const { desk, toasts, tenantId } = this.#parts;
    await this.#once(async () => {
      const { queryIds, folderIds, withValues } = choice;
      const ids = { queryIds: [...queryIds], folderIds: [...folderIds] };
      const saved = await desk.queryFiles.share({ tenantId, ...ids, withValues });
      if (saved === undefined) return;
      this.sharing = undefined;
      toasts.show({
        text: `Saved ${saved.count} ${plural(saved.count, { one: 'query', other: 'queries' })} to ${saved.fileName}.`,
        tone: 'good',
      });
    });
  }

  async openFile(): Promise<void> {
    const { desk, tenantId, toasts } = this.#parts;
    try {
      this.importing = await desk.queryFiles.open({ tenantId });
    } catch (thrown) {
      const { message, detail } = toDeskError(thrown);
      // Error positions, line by line; the first few are enough to fix it.
      const places = detail?.split('\n').slice(0, 3).join('\n');
      toasts.show({ text: message, tone: 'bad', ...(places === undefined ? {} : { detail: places }) });
    }
  }

  imported({ importId, added, replaced }: MethodOutput<'queryFiles.import'>): void {
    const { desk, toasts } = this.#parts;
    this.importing = undefined;
    toasts.show({
      text: `Imported ${added + replaced} ${plural(added + replaced, { one: 'query', other: 'queries' })}: ${added} added, ${replaced} replaced.`,
      tone: 'good',
      action: {
        label: 'Undo',
        run: () => void this.#try(() => desk.queryFiles.takeBack({ importId })),
      },
    });
  }

  /**
   * Replaces the text of this revision; undefined if it wasn't saved, which is then shown or asked about.
   * `replaced`: the version replaced on purpose, which can be restored.
   */
  async saveText(
    { id, name }: SavedQuery,
    revision: number,
    mine: QueryContent,
    replaced?: SavedQuery,
  ): Promise<SavedQuery | undefined> {
    const { toasts, saved } = this.#parts;
    try {
      const stored = await this.#desk.saveText({
        ...{ id, revision, text: mine.text, parameters: plain(mine.parameters) },
      });
      toasts.show({
        text: `Saved ${name}.`,
        ...(replaced === undefined
          ? {}
          : {
              action: {
                label: 'Restore replaced version',
                run: () => void this.saveText(stored, stored.revision, replaced),
              },
            }),
      });
      return stored;
    } catch (thrown) {
      const error = toDeskError(thrown);
      if (error.code !== 'conflict') {
        toasts.show({ text: error.message, tone: 'bad' });
        return undefined;
      }
      await saved.read();
      const theirs = saved.content.queries.find((query) => query.id === id);
      if (theirs === undefined) toasts.show({ text: error.message, tone: 'bad' });
      else this.conflict = { theirs, mine };
      return undefined;
    }
  }

  /** Pressing a key twice must not do it twice. */
  async #once(act: () => Promise<unknown>): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    const isDone = await this.#try(act);
    this.#isBusy = false;
    return isDone;
  }

  #try(act: () => Promise<unknown>): Promise<boolean> {
    return attempt(this.#parts.toasts, act);
  }
}

/** Only plain data can be sent to main. */
const plain = (parameters: readonly TypedParameter[]): TypedParameter[] =>
  parameters.map((parameter) => ({ ...parameter }));

const detailsOf = ({ name, description, folderId, tenantId }: SavedQuery): QueryDetails => ({
  ...{ name, description, folderId },
  isOfTenant: tenantId !== null,
});
