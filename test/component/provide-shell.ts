import type { Desk } from '../../contract/bridge/desk.ts';
import { views } from '../../renderer/app/views/views.ts';
import { setDesk, setRouter, setToasts, setWorkspace } from '../../renderer/state/context.ts';
import { Router } from '../../renderer/state/router.svelte.ts';
import { Workspace } from '../../renderer/state/workspace.svelte.ts';
import { createToastQueue } from '../../renderer/ui/index.ts';

/**
 * Provides what a part of a view requests from its window. Call it while a component initializes; returns the
 * messages, for a `Toaster`.
 */
export function provideShell(desk: Desk): ReturnType<typeof createToastQueue> {
  const toasts = createToastQueue();
  setDesk(desk);
  setWorkspace(new Workspace(desk));
  setRouter(new Router(globalThis.window, views));
  setToasts(toasts);
  return toasts;
}
