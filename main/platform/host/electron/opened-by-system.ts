import { basename, extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { App } from 'electron';
import type { ArrivedFile } from '../../arrivals/arrived-files.ts';
import { openAt } from '../open-at.ts';

export interface OpenedBySystem {
  readonly app: Pick<App, 'on'>;
  /** Command line arguments, without the program name. */
  readonly args: readonly string[];
  readonly folder: string;
  /** With the dot, for example `.tdchanges`; anything else on the command line is ignored. */
  readonly extensions: readonly string[];
  readonly add: (file: ArrivedFile) => void;
  /** Of links, without a colon. */
  readonly scheme: string;
  readonly addLink: (link: string) => void;
  /** On macOS there may be no window. */
  readonly show: () => void;
}

/**
 * Handles files and links that the operating system opens with the app: on macOS by an event, which may come before the app is
 * ready, elsewhere by the command line of this instance or a second one.
 */
export function followOpenedBySystem(options: OpenedBySystem): void {
  const { app, args, folder, extensions, add, scheme, addLink, show } = options;
  const isLink = (text: string): boolean => text.slice(0, scheme.length + 1).toLowerCase() === `${scheme}:`;
  const isOurs = (path: string): boolean => extensions.includes(extname(path).toLowerCase());
  const addAll = (from: readonly string[], within: string): void => {
    for (const named of positionalsOf(from)) {
      if (isLink(named)) addLink(named);
      else if (isOurs(named)) add(fileAt(resolve(within, named)));
    }
  };
  addAll(args, folder);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (!isOurs(path)) return;
    add(fileAt(path));
    show();
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    if (!isLink(link)) return;
    addLink(link);
    show();
  });
  // The app shows its window on the same event.
  app.on('second-instance', (_event, argv, workingDirectory) => addAll(argv.slice(1), workingDirectory));
}

/** Arguments that are neither switches nor values of known switches. */
function positionalsOf(args: readonly string[]): readonly string[] {
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
