import { basename, extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from 'electron';
import type { ArrivedFile } from '../../files/arrived-files.ts';
import { openAt } from '../open-at.ts';

export interface OpenedBySystem {
  readonly app: Pick<App, 'on'>;
  /** Of this program: without its own name. */
  readonly args: readonly string[];
  readonly folder: string;
  /** With the dot, for example `.tdchanges`; anything else on the command line is not for the desk. */
  readonly extensions: readonly string[];
  readonly add: (file: ArrivedFile) => void;
  /** There may be no window on macOS. */
  readonly show: () => void;
}

/**
 * Takes the files that the system hands over: on macOS by an event, which may come before the app is ready, elsewhere by the
 * command line of this program or of one that has given way to it.
 */
export function followOpenedBySystem({ app, args, folder, extensions, add, show }: OpenedBySystem): void {
  const isOurs = (path: string): boolean => extensions.includes(extname(path).toLowerCase());
  const addAll = (from: readonly string[], within: string): void => {
    for (const path of filesOf(from).filter(isOurs)) add(fileAt(resolve(within, path)));
  };
  addAll(args, folder);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (!isOurs(path)) return;
    add(fileAt(path));
    show();
  });
  // Whoever runs the desk brings its window forward by the same event.
  app.on('second-instance', (_event, argv, workingDirectory) => addAll(argv.slice(1), workingDirectory));
}

/** What is no switch, and no value of one that the desk knows. */
function filesOf(args: readonly string[]): readonly string[] {
  const { positionals } = parseArgs({
    args: [...args],
    options: { profile: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return positionals;
}

function fileAt(path: string): ArrivedFile {
  return { name: basename(path), read: (maxBytes) => openAt(path, maxBytes) };
}
