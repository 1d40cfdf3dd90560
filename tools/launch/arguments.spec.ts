import { expect, it } from 'vitest';
import { parseLaunchArguments } from './arguments.ts';

it('takes every option', () => {
  const args = ['--browser', '--port', '8123', '--no-open', '--profile', 'here'];
  expect(parseLaunchArguments(args)).toEqual({
    kind: 'launch',
    arguments: { wantedHost: 'browser', port: 8123, opensBrowser: false, profileFolder: 'here' },
  });
});

it('needs none', () => {
  expect(parseLaunchArguments([])).toEqual({
    kind: 'launch',
    arguments: { wantedHost: undefined, port: 0, opensBrowser: true, profileFolder: undefined },
  });
});

it('takes the wish for links without a name', () => {
  expect(parseLaunchArguments(['--numeric-address'])).toMatchObject({
    arguments: { usesNumericAddress: true },
  });
});

it('takes the wish for Electron', () => {
  expect(parseLaunchArguments(['--electron'])).toMatchObject({ arguments: { wantedHost: 'electron' } });
});

it.each([
  ['--nonsense'],
  ['file.txt'],
  ['--port'],
  ['--port', 'many'],
  ['--port', '65536'],
  ['--port', '-1'],
  ['--port', '1.5'],
  ['--port', ''],
  ['--profile', ''],
  ['--browser=yes'],
  ['--browser', '--electron'],
])('refuses %s %s in one line', (...args) => {
  const parsed = parseLaunchArguments(args);
  expect(parsed.kind).toBe('wrong');
  expect(parsed.kind === 'wrong' && parsed.reason).toMatch(/^[^\n]+$/);
});
