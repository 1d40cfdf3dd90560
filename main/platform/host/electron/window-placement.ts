import { readFile } from 'node:fs/promises';
import type { Rectangle, Screen } from 'electron';
import { z } from 'zod';
import { replaceJson } from '../../files/replace-json.ts';

export const placementSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});

/** The window's position and size when it was last closed. */
export type WindowPlacement = z.infer<typeof placementSchema>;

export const smallestWindow = { width: 900, height: 600 };
const defaultWindow = { width: 1360, height: 880 };

/** The placement stored in `file`; undefined if there is none, or it is unreadable. */
export async function readPlacement(file: string): Promise<WindowPlacement | undefined> {
  try {
    return placementSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writePlacement(file: string, placement: WindowPlacement): void {
  writeJson(file, placement);
}

/**
 * Synchronous, because the app may exit before a promise resolves. Ignores errors.
 */
export function writeJson(file: string, placements: unknown): void {
  try {
    replaceJson(file, placements);
  } catch {
    // The window opens at the default position next time.
  }
}

/**
 * The window's initial position: its saved one if a display still shows it, otherwise centered on the first display, and never
 * larger than the display. Work areas are in device-independent pixels, the primary one first.
 */
export function placeWindow(
  saved: WindowPlacement | undefined,
  workAreas: readonly [Rectangle, ...Rectangle[]],
): Rectangle {
  const bounds = saved?.bounds;
  const display = bounds && workAreas.find((area) => isReachable(bounds, area));
  if (bounds === undefined || display === undefined) return centered(bounds ?? defaultWindow, workAreas[0]);
  const { width, height } = fitting(bounds, display);
  return {
    x: clamp(bounds.x, display.x, display.x + display.width - width),
    y: clamp(bounds.y, display.y, display.y + display.height - height),
    width,
    height,
  };
}

/** True if enough of the window's title bar is on the display to drag it. */
function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return visibleWidth >= 100 && bounds.y >= area.y - 20 && bounds.y <= area.y + area.height - 40;
}

function fitting(size: Pick<Rectangle, 'width' | 'height'>, area: Rectangle) {
  return { width: Math.min(size.width, area.width), height: Math.min(size.height, area.height) };
}

function centered(size: Pick<Rectangle, 'width' | 'height'>, area: Rectangle): Rectangle {
  const { width, height } = fitting(size, area);
  const x = area.x + Math.round((area.width - width) / 2);
  const y = area.y + Math.round((area.height - height) / 2);
  return { x, y, width, height };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** The work areas of all displays, the primary one first. */
export function primaryFirst(
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>,
): [Rectangle, ...Rectangle[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}
