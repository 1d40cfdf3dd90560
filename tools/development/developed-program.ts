/** The program under development: one of its two hosts, in its own process. */
export interface DevelopedProgram {
  /** Resolves when it is ready to show the page, or has ended. Reports failures itself. */
  start(): Promise<void>;
  /** Restarts it with the current sources. */
  restart(part: RestartedPart): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when the user has ended it. */
  readonly ended: Promise<void>;
}

export type RestartedPart = 'main' | 'tenant';

/** The part to restart after a change of `path`, relative to the root; undefined if none. */
export function partOf(path: string): RestartedPart | undefined {
  const [folder = ''] = path.split('/');
  if (/\.(spec\.ts|md)$/.test(path)) return undefined;
  if (['contract', 'languages', 'main', 'packages', 'preload'].includes(folder)) return 'main';
  return folder === 'tenant' ? 'tenant' : undefined;
}
