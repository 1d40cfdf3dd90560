import type { Desk } from '../../../contract/bridge/desk.ts';
import type { QueryDraft, QueryTab, QueryTabs } from '../../../contract/queries/queries.ts';

/** Same as the contract's, which the page doesn't load for one number. */
const maxTabs = 50;
/** ID of the first tab, and of the only editor of earlier versions, so that its text is in this tab. */
export const firstTabId = 'editor';

/** The saved query shown in a tab. */
type SavedAs = Pick<QueryTab, 'name' | 'savedRevision'> & { readonly savedId: string };

interface QueryTabsParts {
  readonly desk: Pick<Desk, 'queries' | 'drafts' | 'on'>;
  readonly tenantId: string;
  readonly newId: () => string;
  /** Called with the reason if the tabs couldn't be stored. */
  readonly onfailed: (error: unknown) => void;
}

/** The open queries of a tenant, stored in the profile; there is always one. */
export class QueryTabList {
  readonly #parts: QueryTabsParts;
  /** Distinguishes what this list stored from what another window did. */
  readonly #by: string;
  tabs = $state.raw<readonly QueryTab[]>([]);
  chosen = $state.raw('');
  /** Initial content of tabs opened from elsewhere, until they are shown. */
  #beginnings: Readonly<Record<string, QueryDraft>> = {};
  /** Current text of the tabs, if known. */
  #texts = $state.raw<Readonly<Record<string, string>>>({});

  constructor(parts: QueryTabsParts) {
    this.#parts = parts;
    this.#by = parts.newId();
  }

  /** Follows the tabs of other windows, so that none overwrites what another one opened or closed; the returned function stops this. */
  start(): () => void {
    const { desk, tenantId } = this.#parts;
    return desk.on('queries.tabsChanged', (changed) => {
      if (changed.tenantId === tenantId && changed.by !== this.#by) this.#follow(changed.tabs);
    });
  }

  #follow(stored: readonly QueryTab[]): void {
    const shown = this.tabs.find(({ id }) => id === this.chosen);
    // Before the tabs are loaded, they are read from where the others were stored.
    if (shown === undefined) return;
    const isStored = stored.some(({ id }) => id === shown.id);
    // What is on the screen here isn't closed by another window.
    this.tabs = isStored ? stored : [...stored, shown];
  }

  get isOpen(): boolean {
    return this.tabs.length > 0;
  }

  /** Never rejects: if the stored tabs can't be read, there is one empty tab. */
  async load(): Promise<void> {
    const { desk, tenantId, onfailed } = this.#parts;
    const none: QueryTabs = { tabs: [], chosen: '' };
    const { tabs, chosen } = await desk.queries.tabs({ tenantId }).catch((error: unknown) => {
      onfailed(error);
      return none;
    });
    this.tabs = tabs;
    // Every draft gets a tab, even if the list of tabs was lost.
    const drafts = await desk.drafts.list({ tenantId }).catch(() => []);
    for (const { kind, targetId } of drafts) {
      if (kind === 'query' && !tabs.some(({ id }) => id === targetId)) this.#append(targetId);
    }
    if (this.tabs.length === 0) this.#append(firstTabId);
    this.chosen = this.tabs.some(({ id }) => id === chosen) ? chosen : (this.tabs[0]?.id ?? '');
    const written = drafts.filter(
      ({ kind, targetId }) =>
        kind === 'query' &&
        tabs.some(
          ({ id, savedId, isAsOpened }) => id === targetId && (savedId !== undefined || isAsOpened === true),
        ),
    );
    await Promise.all(written.map(({ targetId }) => this.#readText(targetId)));
  }

  /** Text of a tab that isn't shown, from its draft. */
  async #readText(id: string): Promise<void> {
    const { desk, tenantId } = this.#parts;
    const draft = await desk.drafts.get({ tenantId, kind: 'query', targetId: id }).catch(() => undefined);
    // Main validated it with the schema of its kind. Text typed in the meantime is newer.
    if (draft !== undefined && this.#texts[id] === undefined)
      this.wrote(id, (draft.state as QueryDraft).text);
  }

  /** The current text of a tab. */
  wrote(id: string, text: string): void {
    const before = this.#texts[id];
    if (before === text) return;
    this.#texts = { ...this.#texts, [id]: text };
    if (before !== undefined) this.#noteTyped(id);
  }

  /** A query opened from elsewhere belongs to the user once its text was edited. */
  #noteTyped(id: string): void {
    if (this.tabs.find((tab) => tab.id === id)?.isAsOpened !== true) return;
    this.tabs = this.tabs.map((tab) => (tab.id === id ? { id, name: tab.name } : tab));
    this.#store();
  }

  /** Tabs of saved queries with unsaved changes. */
  unsaved(saved: readonly { readonly id: string; readonly text: string }[]): readonly string[] {
    return this.tabs.flatMap(({ id, savedId }) => {
      const written = this.#texts[id];
      const text = savedId === undefined ? undefined : saved.find((query) => query.id === savedId)?.text;
      return written !== undefined && text !== undefined && written !== text ? [id] : [];
    });
  }

  /** Shows a query in its existing tab, or in a new one. */
  open(content: QueryDraft, as?: SavedAs): void {
    const known = as === undefined ? undefined : this.tabs.find(({ savedId }) => savedId === as.savedId);
    if (known !== undefined) return this.choose(known.id);
    this.add(as, content);
  }

  add(as?: SavedAs, content?: QueryDraft): void {
    if (this.tabs.length >= maxTabs) {
      this.#parts.onfailed(new TooManyTabs(maxTabs));
      return;
    }
    const id = this.#parts.newId();
    if (content !== undefined) {
      this.#beginnings = { ...this.#beginnings, [id]: content };
      this.#texts = { ...this.#texts, [id]: content.text };
    }
    const named = as ?? {
      name: this.#freeName(),
      ...(content === undefined ? {} : { isAsOpened: true as const }),
    };
    this.tabs = [...this.tabs, { id, ...named }];
    this.choose(id);
  }

  choose(id: string): void {
    this.chosen = id;
    this.#store();
  }

  /** Read once: the content that the tab was opened with. */
  takeBeginning(id: string): QueryDraft | undefined {
    const { [id]: beginning, ...others } = this.#beginnings;
    this.#beginnings = others;
    return beginning;
  }

  /** The shown tab becomes a tab of that saved query. */
  nameChosen(as: SavedAs): void {
    this.tabs = this.tabs.map((tab) => (tab.id === this.chosen ? { id: tab.id, ...as } : tab));
    this.#store();
  }

  /** Tabs are named after their saved queries; the tab of a deleted query stays. */
  followSaved(saved: readonly { readonly id: string; readonly name: string }[]): void {
    const next = this.tabs.map((tab) => {
      if (tab.savedId === undefined) return tab;
      const name = saved.find(({ id }) => id === tab.savedId)?.name;
      if (name === undefined) return { id: tab.id, name: tab.name };
      return name === tab.name ? tab : { ...tab, name };
    });
    if (next.every((tab, at) => tab === this.tabs[at])) return;
    this.tabs = next;
    this.#store();
  }

  /** Returns a function that reopens it at its position, with this content and its result. */
  close(id: string, content: QueryDraft | undefined): () => void {
    const at = this.tabs.findIndex((tab) => tab.id === id);
    const tab = this.tabs[at];
    if (tab === undefined) return () => undefined;
    const left = this.tabs.filter((other) => other !== tab);
    this.tabs = left.length === 0 ? [{ id: this.#parts.newId(), name: 'Untitled' }] : left;
    if (this.chosen === id) this.chosen = this.tabs[Math.min(at, this.tabs.length - 1)]?.id ?? '';
    this.#store();
    return () => {
      if (content !== undefined) this.#beginnings = { ...this.#beginnings, [id]: content };
      this.tabs = this.tabs.toSpliced(at, 0, tab);
      this.choose(id);
    };
  }

  #append(id: string): void {
    this.tabs = [...this.tabs, { id, name: this.#freeName() }];
  }

  /** `Untitled 2` if `Untitled` exists. */
  #freeName(): string {
    const names = this.tabs.map(({ name }) => name);
    for (let number = 1; ; number += 1) {
      const name = number > 1 ? `Untitled ${number}` : 'Untitled';
      if (!names.includes(name)) return name;
    }
  }

  #store(): void {
    const { desk, tenantId, onfailed } = this.#parts;
    const tabs = this.tabs.map((tab) => ({ ...tab }));
    desk.queries.saveTabs({ tenantId, by: this.#by, tabs, chosen: this.chosen }).catch(onfailed);
  }
}

export class TooManyTabs extends Error {
  constructor(max: number) {
    super(`${max} queries are open. Close one first.`);
    this.name = 'TooManyTabs';
  }
}
