/** The program under development: one of its two hosts, in a process of its own. */
export interface DevelopedProgram {
  /** Resolves when it is ready to show the page, or has ended. Says itself what went wrong. */
  start(): Promise<void>;
  /** Starts it again with the sources as they are now. */
  restart(part: RestartedPart): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when the person has ended it. */
  readonly ended: Promise<void>;
}

export type RestartedPart = 'main' | 'tenant';

/** What has to be started again after a change of `path`, relative to the root; undefined where nothing has. */
export function partOf(path: string): RestartedPart | undefined {
  const [folder = ''] = path.split('/');
  if (/\.(spec\.ts|md)$/.test(path)) return undefined;
  if (['contract', 'languages', 'main', 'packages', 'preload'].includes(folder)) return 'main';
  return folder === 'tenant' ? 'tenant' : undefined;
}
