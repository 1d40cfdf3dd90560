import type { Desk } from '../../../contract/bridge/desk.ts';
import type { QueryDraft, QueryTab, QueryTabs } from '../../../contract/queries/queries.ts';

/** The same as the contract's, which the page does not load for a number. */
const maxTabs = 50;
/** The first one's, and that of the one editor of earlier versions, so that what was typed there is in it. */
export const firstTabId = 'editor';

/** The saved query that a tab shows. */
type SavedAs = Pick<QueryTab, 'name' | 'savedRevision'> & { readonly savedId: string };

interface QueryTabsParts {
  readonly desk: Pick<Desk, 'queries' | 'drafts'>;
  readonly tenantId: string;
  readonly newId: () => string;
  /** Told why the tabs could not be kept. */
  readonly onfailed: (error: unknown) => void;
}

/** The queries of a tenant that are open in the console, kept in the profile; there is always one. */
export class QueryTabList {
  readonly #parts: QueryTabsParts;
  tabs = $state.raw<readonly QueryTab[]>([]);
  chosen = $state.raw('');
  /** What tabs that were opened with something begin with, until they are shown. */
  #beginnings: Readonly<Record<string, QueryDraft>> = {};
  /** What is written in tabs, as far as it is known. */
  #texts = $state.raw<Readonly<Record<string, string>>>({});

  constructor(parts: QueryTabsParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.tabs.length > 0;
  }

  /** Never rejects: where those of before cannot be read there is one to work in. */
  async load(): Promise<void> {
    const { desk, tenantId, onfailed } = this.#parts;
    const none: QueryTabs = { tabs: [], chosen: '' };
    const { tabs, chosen } = await desk.queries.tabs({ tenantId }).catch((error: unknown) => {
      onfailed(error);
      return none;
    });
    this.tabs = tabs;
    // What was typed is never without a tab, whatever has become of the list of them.
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

  /** That of a tab that is not shown, which nobody else tells. */
  async #readText(id: string): Promise<void> {
    const { desk, tenantId } = this.#parts;
    const draft = await desk.drafts.get({ tenantId, kind: 'query', targetId: id }).catch(() => undefined);
    // Main has checked it with the schema of its kind. What was typed meanwhile is newer.
    if (draft !== undefined && this.#texts[id] === undefined)
      this.wrote(id, (draft.state as QueryDraft).text);
  }

  /** What stands in a tab now. */
  wrote(id: string, text: string): void {
    const before = this.#texts[id];
    if (before === text) return;
    this.#texts = { ...this.#texts, [id]: text };
    if (before !== undefined) this.#noteTyped(id);
  }

  /** What was opened from elsewhere, and is another text since, is a person's own. */
  #noteTyped(id: string): void {
    if (this.tabs.find((tab) => tab.id === id)?.isAsOpened !== true) return;
    this.tabs = this.tabs.map((tab) => (tab.id === id ? { id, name: tab.name } : tab));
    this.#keep();
  }

  /** The tabs of saved queries whose text is another one than the one that is saved. */
  unsaved(saved: readonly { readonly id: string; readonly text: string }[]): readonly string[] {
    return this.tabs.flatMap(({ id, savedId }) => {
      const written = this.#texts[id];
      const kept = savedId === undefined ? undefined : saved.find((query) => query.id === savedId)?.text;
      return written !== undefined && kept !== undefined && written !== kept ? [id] : [];
    });
  }

  /** Shows a query: in its tab where it has one, or else in a new one. */
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
    this.#keep();
  }

  /** Once: what the tab was opened with. */
  takeBeginning(id: string): QueryDraft | undefined {
    const { [id]: beginning, ...others } = this.#beginnings;
    this.#beginnings = others;
    return beginning;
  }

  /** The one shown now is that query from here on. */
  nameChosen(as: SavedAs): void {
    this.tabs = this.tabs.map((tab) => (tab.id === this.chosen ? { id: tab.id, ...as } : tab));
    this.#keep();
  }

  /** Tabs of saved queries bear the names that those have now; of one that is there no longer the tab stays. */
  followSaved(saved: readonly { readonly id: string; readonly name: string }[]): void {
    const next = this.tabs.map((tab) => {
      if (tab.savedId === undefined) return tab;
      const name = saved.find(({ id }) => id === tab.savedId)?.name;
      if (name === undefined) return { id: tab.id, name: tab.name };
      return name === tab.name ? tab : { ...tab, name };
    });
    if (next.every((tab, at) => tab === this.tabs[at])) return;
    this.tabs = next;
    this.#keep();
  }

  /** Answers how to put it back where it was, with this content and the result that it had. */
  close(id: string, content: QueryDraft | undefined): () => void {
    const at = this.tabs.findIndex((tab) => tab.id === id);
    const tab = this.tabs[at];
    if (tab === undefined) return () => undefined;
    const left = this.tabs.filter((other) => other !== tab);
    this.tabs = left.length === 0 ? [{ id: this.#parts.newId(), name: 'Untitled' }] : left;
    if (this.chosen === id) this.chosen = this.tabs[Math.min(at, this.tabs.length - 1)]?.id ?? '';
    this.#keep();
    return () => {
      if (content !== undefined) this.#beginnings = { ...this.#beginnings, [id]: content };
      this.tabs = this.tabs.toSpliced(at, 0, tab);
      this.choose(id);
    };
  }

  #append(id: string): void {
    this.tabs = [...this.tabs, { id, name: this.#freeName() }];
  }

  /** `Untitled 2` where there is an `Untitled`. */
  #freeName(): string {
    const names = this.tabs.map(({ name }) => name);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? 'Untitled' : `Untitled ${number}`;
      if (!names.includes(name)) return name;
    }
  }

  #keep(): void {
    const { desk, tenantId, onfailed } = this.#parts;
    const tabs = this.tabs.map((tab) => ({ ...tab }));
    desk.queries.saveTabs({ tenantId, tabs, chosen: this.chosen }).catch(onfailed);
  }
}

export class TooManyTabs extends Error {
  constructor(most: number) {
    super(`There are ${most} queries open. Close one first.`);
    this.name = 'TooManyTabs';
  }
}
