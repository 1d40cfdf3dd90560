import { noSelection, selectRange, toggleRow } from './list-selection.ts';

/** The selection of a list, and how keys and clicks change it: the same in every list. */
interface ListChoosing {
  /** The cursor moved there without selecting: a range begins there. */
  moveTo(key: string): void;
  /** Toggles the row. */
  toggle(key: string): void;
  /** From the anchor (from `cursor` without one) to this row, in addition to the previous selection. */
  extendTo(key: string, cursor: string | undefined): void;
  all(): void;
  none(): void;
}

export function createListChoosing({
  order,
  get,
  set,
}: {
  /** Keys of the shown rows. */
  readonly order: () => readonly string[];
  readonly get: () => ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
}): ListChoosing {
  let anchor: string | undefined;
  /** The selection when the anchor was set: a range adds to it, so that extending one deselects nothing else. */
  let besideRange: ReadonlySet<string> = new Set();

  function choose(keys: ReadonlySet<string>, from: string | undefined): void {
    set(keys);
    anchor = from;
    besideRange = keys;
  }

  return {
    moveTo(key) {
      anchor = key;
      besideRange = get();
    },
    toggle(key) {
      const next = toggleRow({ keys: get(), anchor }, key);
      choose(next.keys, next.anchor);
    },
    extendTo(key, cursor) {
      const start = anchor ?? cursor ?? key;
      const chosen = get();
      const range = selectRange({ keys: chosen, anchor: start }, key, order());
      // Items that were deselected somewhere else since stay deselected.
      const others = [...besideRange].filter((other) => chosen.has(other));
      set(new Set([...others, ...range.keys]));
      anchor = start;
    },
    all() {
      const keys = order();
      choose(new Set(keys), keys[0]);
    },
    none: () => choose(noSelection.keys, noSelection.anchor),
  };
}
