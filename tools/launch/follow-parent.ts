interface ParentSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process that started this one, or whatever the system gave it after that one ended. */
  readonly parentId: () => number;
}

const lookEveryMs = 500;

/**
 * Calls `whenGone` when the shell of `npm start` ends. npm passes a signal on to that shell only, which dies of it
 * and leaves the program running without anyone who could stop it. Does nothing where npm did not start us.
 */
export function followParent({ env, parentId }: ParentSources, whenGone: () => void): void {
  if (env['npm_lifecycle_event'] === undefined) return;
  const parent = parentId();
  const timer = setInterval(() => {
    if (parentId() === parent) return;
    clearInterval(timer);
    whenGone();
  }, lookEveryMs);
  timer.unref();
}
