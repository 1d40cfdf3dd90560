import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openWindowsIn } from './open-windows.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const placement = { bounds: { x: -8, y: 0, width: 1360, height: 880 }, isMaximized: true };

it('are read as they were stored', () => {
  const open = [
    { url: '#/t/acme/roles', placement },
    { url: '', placement },
  ];
  const windows = openWindowsIn(join(folder, 'stored.json'));
  expect(windows.read()).toEqual([]);
  windows.write(open);
  expect(windows.read()).toEqual(open);
});

it.each([
  ['half a file', '[{"url":"#/dra'],
  ['another shape', '{"windows":3}'],
  ['a URL that isn’t a place', JSON.stringify([{ url: 'https://acme.example', placement }])],
  [
    'no size',
    JSON.stringify([{ url: '#/drafts', placement: { bounds: { x: 0, y: 0 }, isMaximized: false } }]),
  ],
])('are none if the file has %s', (_, text) => {
  const file = join(folder, 'damaged.json');
  writeFileSync(file, text);
  expect(openWindowsIn(file).read()).toEqual([]);
});

it('are not remembered in a folder that cannot be written', () => {
  const windows = openWindowsIn(join(folder, 'missing', 'open.json'));
  windows.write([{ url: '', placement }]);
  expect(windows.read()).toEqual([]);
});
