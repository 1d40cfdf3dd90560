import { createContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { PolicyKey, PolicyState } from '../../../../contract/policy/policy.ts';
import type { Settings } from '../../../../contract/settings/settings.ts';
import { createSearchIndex } from '../../../lists/search-index.ts';

/** An entry of `group-names.ts`. */
export interface GroupName {
  readonly id: string;
  readonly title: string;
}

/** Beside the name of a group in the navigation. */
interface GroupMark {
  readonly text: string | undefined;
  /** What a dot means. */
  readonly dot: string | undefined;
}

/** What a setting is found by. */
interface SearchedSetting {
  readonly group: GroupName;
  readonly title: string;
  readonly more: string;
}

type Described = () => SearchedSetting;

/** What the groups of Settings share: the search, the policy, and saving. */
export class SettingsPage {
  search = $state('');
  policy = $state.raw<PolicyState | undefined>(undefined);
  /** The group that the URL names. */
  opened = $state<string | undefined>(undefined);
  readonly marks = new SvelteMap<string, GroupMark>();
  readonly save: (change: Partial<Settings>) => Promise<boolean>;
  readonly #settings = new SvelteSet<Described>();
  #reading: Promise<unknown>[] = [];

  readonly isSearching = $derived(this.search.trim() !== '');
  readonly #index = $derived(
    createSearchIndex(
      [...this.#settings].map((read) => ({ read, setting: read() })),
      {
        title: ({ setting }) => setting.title,
        text: ({ setting: { group, title, more } }) => `${title} ${group.title} ${more}`,
        order: 'given',
      },
    ),
  );
  readonly #found = $derived(
    this.isSearching ? this.#index.find(this.search).map(({ read }) => read) : [...this.#settings],
  );

  constructor(save: (change: Partial<Settings>) => Promise<boolean>) {
    this.save = save;
  }

  /** Adds a setting to the search; returns a function that removes it. */
  add(setting: Described): () => void {
    this.#settings.add(setting);
    return () => this.#settings.delete(setting);
  }

  /** Without a search, all are. */
  isFound(setting: Described): boolean {
    return !this.isSearching || this.#found.includes(setting);
  }

  get foundCount(): number {
    return this.#found.length;
  }

  hasFound(group: GroupName): boolean {
    return !this.isSearching || this.#found.some((read) => read().group.id === group.id);
  }

  /** The first of these keys that the organization set. */
  managed(...keys: readonly PolicyKey[]): PolicyKey | undefined {
    return keys.find((key) => this.policy?.keys.some((inForce) => inForce.key === key) === true);
  }

  /** The page is shown once it was read, so that nothing on it moves. */
  reads(reading: Promise<unknown>): void {
    this.#reading.push(reading);
  }

  async hasRead(): Promise<void> {
    while (this.#reading.length > 0) await Promise.allSettled(this.#reading.splice(0));
  }
}

export const [getSettingsPage, setSettingsPage] = createContext<SettingsPage>();
export const [getSettingsGroup, setSettingsGroup] = createContext<() => GroupName>();
