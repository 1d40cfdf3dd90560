import { noSelection, selectRange, toggleRow } from './list-selection.ts';

/** What of a list is chosen, and how keys and clicks change it: the same in every list. */
interface ListChoosing {
  /** The cursor went there without choosing: a range begins there. */
  moveTo(key: string): void;
  /** Takes the row in, or out. */
  toggle(key: string): void;
  /** From where the range began (from `cursor` where none has) to this row, beside what was chosen before. */
  extendTo(key: string, cursor: string | undefined): void;
  all(): void;
  none(): void;
}

export function createListChoosing({
  order,
  get,
  set,
}: {
  /** Keys of the rows as they are shown. */
  readonly order: () => readonly string[];
  readonly get: () => ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
}): ListChoosing {
  let anchor: string | undefined;
  /** What was chosen when the anchor was set: a range adds to it, so that extending one takes nothing else away. */
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
      // What was let go of meanwhile, elsewhere, does not come back.
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
