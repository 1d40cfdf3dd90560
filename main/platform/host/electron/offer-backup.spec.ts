import type { RelaunchOptions } from 'electron';
import { expect, it } from 'vitest';
import { failure } from '../../errors/failure.ts';
import type { OlderCopy } from './offer-backup.ts';
import { showFatal } from './offer-backup.ts';

const newer = failure('profile-version-unknown', 'A newer version wrote it. Update Tenant Desk.');
const copy: OlderCopy = { date: 'Nov 20, 2026, 10:30 AM', make: () => '/copy' };

interface Given {
  readonly error?: unknown;
  readonly olderCopy?: OlderCopy | undefined;
  readonly chosen?: number;
  readonly args?: readonly string[];
}

function show({ error = newer, olderCopy = copy, chosen = 0, args = [] }: Given = {}) {
  const relaunches: (RelaunchOptions | undefined)[] = [];
  const errorBoxes: string[] = [];
  const details: (string | undefined)[] = [];
  const dialog = {
    showErrorBox: (_title: string, text: string) => void errorBoxes.push(text),
    showMessageBoxSync(...given: unknown[]) {
      details.push((given.at(-1) as Electron.MessageBoxSyncOptions).detail);
      return chosen;
    },
  };
  showFatal(
    {
      app: { relaunch: (options) => void relaunches.push(options) },
      dialog,
      args,
      olderCopyFor: (thrown) => (thrown === newer ? olderCopy : undefined),
    },
    error,
  );
  return { relaunches, errorBoxes, details };
}

it.each([[['--profile', '/old']], [['--profile=/old']], [[]]])(
  'starts again with the copy in place of the profile of %j',
  (named) => {
    const { relaunches, details } = show({ args: ['/app', ...named, '/a.tdchanges'] });
    expect(relaunches).toEqual([{ args: ['/app', '/a.tdchanges', '--profile', '/copy'] }]);
    expect(details).toEqual([expect.stringContaining('from Nov 20, 2026, 10:30 AM, before the update')]);
  },
);

it('only ends if the user doesn’t want the copy', () => {
  expect(show({ chosen: 1 })).toMatchObject({ relaunches: [], errorBoxes: [] });
});

it('says why the copy couldn’t be made', () => {
  const make = (): string => {
    throw new Error('ENOSPC: no space left on device');
  };
  const { relaunches, errorBoxes } = show({ olderCopy: { ...copy, make } });
  expect(relaunches).toEqual([]);
  expect(errorBoxes).toEqual(['The copy couldn’t be made. ENOSPC: no space left on device']);
});

it('shows any other error', () => {
  expect(show({ error: new Error('No space.') })).toMatchObject({ errorBoxes: ['No space.'], details: [] });
});
