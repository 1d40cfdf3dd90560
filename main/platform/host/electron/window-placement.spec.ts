import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeWindow, readPlacement, writePlacement } from './window-placement.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number, width = 1200, height = 800) => ({
  bounds: { x, y, width, height },
  isMaximized: false,
});

it('opens where it was closed, on any display', () => {
  expect(placeWindow(at(100, 50), [laptop, beside])).toEqual({ x: 100, y: 50, width: 1200, height: 800 });
  expect(placeWindow(at(1500, 100), [laptop, beside])).toEqual({ x: 1500, y: 100, width: 1200, height: 800 });
});

it('moves to the first display if its own is gone', () => {
  expect(placeWindow(at(1500, 100), [laptop])).toEqual({ x: 120, y: 63, width: 1200, height: 800 });
  expect(placeWindow(at(200, -900), [laptop])).toEqual({ x: 120, y: 63, width: 1200, height: 800 });
});

it('is moved fully onto its display, and fitted to it', () => {
  expect(placeWindow(at(1000, 600), [laptop])).toEqual({ x: 240, y: 100, width: 1200, height: 800 });
  expect(placeWindow(at(0, 25, 5000, 4000), [laptop])).toEqual(laptop);
});

it('is centered the first time', () => {
  expect(placeWindow(undefined, [beside])).toEqual({ x: 1720, y: 100, width: 1360, height: 880 });
});

it('saves a placement, and ignores an unreadable one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'placement-'));
  const file = join(folder, 'window.json');
  expect(await readPlacement(file)).toBeUndefined();
  writePlacement(file, at(1, 2));
  expect(await readPlacement(file)).toEqual(at(1, 2));
  await writeFile(file, '{"bounds":{"x":"left"}}');
  expect(await readPlacement(file)).toBeUndefined();
  await rm(folder, { recursive: true });
});
