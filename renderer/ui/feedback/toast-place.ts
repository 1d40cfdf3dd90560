/** A place for toasts that the window offers, by preference: corners and edges that primary actions rarely use. */
const places = [
  { x: 'right', y: 'bottom' },
  { x: 'right', y: 'top' },
  { x: 'center', y: 'top' },
  { x: 'center', y: 'bottom' },
  { x: 'left', y: 'bottom' },
] as const;

export type ToastCorner = (typeof places)[number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** How much worse it is to cover this than something else; 1 if absent. */
  readonly weight?: number;
}

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Distances from the edges of the window, in pixels: the status bar stays visible. */
export const edges = { side: 16, top: 8, bottom: 38 } as const;

/** A corner for the first toast. */
export const firstPlace: ToastCorner = places[0];

/**
 * The first place where the toasts cover nothing of `avoided`, and where they are if that is one; the one that covers least if
 * there is none.
 */
export function placeOf(
  size: { readonly width: number; readonly height: number },
  avoided: readonly Box[],
  window: WindowSize,
  current: ToastCorner = firstPlace,
): ToastCorner {
  const offered = [current, ...places];
  const covered = offered.map((place) => {
    const box = boxAt(place, size, window);
    return avoided.reduce((sum, other) => sum + overlap(box, other) * (other.weight ?? 1), 0);
  });
  return offered[covered.indexOf(Math.min(...covered))] ?? current;
}

function boxAt({ x, y }: ToastCorner, { width, height }: WindowSize, window: WindowSize): Box {
  const left =
    x === 'left'
      ? edges.side
      : x === 'right'
        ? window.width - width - edges.side
        : (window.width - width) / 2;
  const top = y === 'top' ? edges.top : window.height - height - edges.bottom;
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

export const openDialogs = '[role="dialog"], [role="alertdialog"]';

/** A primary action or what is being read, beside the rest of a dialog. */
const mattersMost = 1000;

/**
 * What must not be covered: primary actions, what has the focus, what is selected to be read or copied; and, if there is
 * space beside it, an open dialog.
 */
export function avoidedBoxes(document: Document, toasts: Element): readonly Box[] {
  const elements = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => !toasts.contains(element));
  const { activeElement } = document;
  const isPlace = activeElement === null || activeElement === document.body || toasts.contains(activeElement);
  const selection = document.getSelection();
  const isSelected = selection !== null && !selection.isCollapsed && selection.rangeCount > 0;
  const read = [
    ...elements('.button.primary, .button.danger, [role="menu"], [role="listbox"]'),
    ...(isPlace ? [] : [activeElement]),
    ...(isSelected ? [selection.getRangeAt(0)] : []),
  ].map((shown) => shown.getBoundingClientRect());
  return [
    ...read
      .filter(({ width, height }) => width * height < wholePane)
      .map(({ left, top, right, bottom }) => ({ left, top, right, bottom, weight: mattersMost })),
    ...elements(openDialogs).map((dialog) => dialog.getBoundingClientRect()),
  ];
}

/** A focused pane or a whole editor is not what is being read: somewhere the toasts have to be. */
const wholePane = 120_000;
