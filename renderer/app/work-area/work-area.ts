/** In order of preference: what is typed, what is chosen from, the first field of a form. */
const kinds = [
  '.cm-content',
  '[role=grid][tabindex="0"], [role=treegrid][tabindex="0"], [role=listbox][tabindex="0"]',
  'input:not([type=search], :disabled), textarea:not(:disabled), button[role=combobox]:not(:disabled)',
];
const loading = '.skeleton';

/**
 * What the open item is worked on with (its editor, list or form), or the view if none is open. Undefined if there is
 * nothing of the kind, or while it is loading; with `isOfItem` also while no item is drawn.
 */
export function workAreaOf(main: HTMLElement, isOfItem = false): HTMLElement | undefined {
  const [editor = '', ...others] = kinds;
  const heading = visibleIn(main, 'h2[tabindex="-1"]');
  if (heading === undefined && isOfItem) return undefined;
  const pane = heading?.closest<HTMLElement>('section') ?? main;
  const typed = visibleIn(pane, editor);
  if (typed !== undefined || visibleIn(pane, loading) !== undefined) return typed;
  return others.map((kind) => visibleIn(pane, kind)).find((found) => found !== undefined);
}

function visibleIn(part: HTMLElement, selector: string): HTMLElement | undefined {
  return [...part.querySelectorAll<HTMLElement>(selector)].find((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
}
