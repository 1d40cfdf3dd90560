import { expect, it } from 'vitest';
import { parseLaunchArguments } from './arguments.ts';

it('accepts every option', () => {
  const args = ['--browser', '--port', '8123', '--no-open', '--profile', 'here'];
  expect(parseLaunchArguments(args)).toEqual({
    kind: 'launch',
    arguments: { wantedHost: 'browser', port: 8123, opensBrowser: false, profileFolder: 'here' },
  });
});

it('has defaults', () => {
  expect(parseLaunchArguments([])).toEqual({
    kind: 'launch',
    arguments: { wantedHost: undefined, port: 0, opensBrowser: true, profileFolder: undefined },
  });
});

it('accepts numeric links', () => {
  expect(parseLaunchArguments(['--numeric-address'])).toMatchObject({
    arguments: { usesNumericAddress: true },
  });
});

it('accepts Electron', () => {
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
])('rejects %s %s in one line', (...args) => {
  const parsed = parseLaunchArguments(args);
  expect(parsed.kind).toBe('wrong');
  expect(parsed.kind === 'wrong' && parsed.reason).toMatch(/^[^\n]+$/);
});
