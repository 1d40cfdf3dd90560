/**
 * The tallest element that a grid makes; CSS pixels. Chromium lays out no more than 33,554,428 device pixels and clips the rest, so
 * this height fits with eleven of them for a CSS pixel: a dense screen at 500 %. It holds 100,000 rows of 28, which scroll as they are.
 */
export const tallestElement = 3_000_000;

/** Distance from either end within which the thumb moves pixel by pixel. */
const endZone = 500_000;

/** Content that is taller than the element that represents it; pixels. */
export interface LongContent {
  /** Height of the content, from its first to its last row. */
  readonly length: number;
  /** Height of the visible part. */
  readonly sight: number;
}

/** The height of the element for content of this length. */
export function elementLength(length: number): number {
  return Math.min(length, tallestElement);
}

/**
 * The content offset of a thumb at `bar`. Pixel by pixel near both ends, so that they are reached as in any other
 * element, and in proportion between them.
 */
export function contentOffset(bar: number, content: LongContent): number {
  const { barEnd, contentEnd } = endsOf(content);
  const surplus = contentEnd - barEnd;
  if (surplus <= 0 || bar <= endZone) return bar;
  if (bar >= barEnd - endZone) return bar + surplus;
  return endZone + (bar - endZone) * ratio(barEnd, contentEnd);
}

/** The thumb position of this content offset: the inverse of `contentOffset`. */
export function barOffset(offset: number, content: LongContent): number {
  const { barEnd, contentEnd } = endsOf(content);
  const surplus = contentEnd - barEnd;
  if (surplus <= 0 || offset <= endZone) return offset;
  if (offset >= contentEnd - endZone) return offset - surplus;
  return endZone + (offset - endZone) / ratio(barEnd, contentEnd);
}

/** What is known when the thumb has moved. */
interface BarMove {
  /** Its previous and current position. */
  readonly from: number;
  readonly to: number;
  /** How much of the content was above the element's beginning: content offset minus thumb position. */
  readonly shift: number;
  readonly isWheel: boolean;
}

/**
 * The shift after a move of the thumb. A wheel, a key and a press beside the thumb move the rows by as many pixels as
 * the thumb, whereas a dragged thumb skips more than a screen per pixel and moves in proportion to all rows. At
 * either end of the scroll bar the rows end too, however it got there.
 */
export function shiftAfter({ from, to, shift, isWheel }: BarMove, content: LongContent): number {
  const { barEnd, contentEnd } = endsOf(content);
  if (contentEnd <= barEnd) return 0;
  if (to <= 0) return 0;
  // The browser rounds the end position to its own pixels.
  if (to >= barEnd - 1) return contentEnd - barEnd;
  const isJump = !isWheel && Math.abs(to - from) > content.sight;
  return isJump ? contentOffset(to, content) - to : shift;
}

/**
 * Whether pixel-by-pixel scrolling has drifted so far from the thumb's proportional position that it must be
 * corrected before the scroll bar ends.
 */
export function hasDrifted(bar: number, shift: number, content: LongContent): boolean {
  return Math.abs(barOffset(bar + shift, content) - bar) > endZone / 2;
}

function endsOf({ length, sight }: LongContent): { readonly barEnd: number; readonly contentEnd: number } {
  return {
    barEnd: Math.max(0, elementLength(length) - sight),
    contentEnd: Math.max(0, length - sight),
  };
}

function ratio(barEnd: number, contentEnd: number): number {
  return (contentEnd - 2 * endZone) / (barEnd - 2 * endZone);
}
