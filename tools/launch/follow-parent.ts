interface ParentSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process that started this one, or its replacement by the system after it ended. */
  readonly parentId: () => number;
}

const lookEveryMs = 500;

/**
 * Calls `whenGone` when the shell of `npm start` ends. npm passes a signal only to that shell, which ends and
 * leaves the program running without a way to stop it. Does nothing if npm didn't start us.
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
