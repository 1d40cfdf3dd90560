import type { Desk } from '../../contract/desk.ts';
import { views } from '../../renderer/shell/frame/views.ts';
import { setDesk, setRouter, setToasts, setWorkspace } from '../../renderer/shell/state/context.ts';
import { Router } from '../../renderer/shell/state/router.svelte.ts';
import { Workspace } from '../../renderer/shell/state/workspace.svelte.ts';
import { createToastQueue } from '../../renderer/ui/index.ts';

/** What a part of a view asks its window for. Call while a component initialises; answers the messages, for a `Toaster`. */
export function provideShell(desk: Desk): ReturnType<typeof createToastQueue> {
  const toasts = createToastQueue();
  setDesk(desk);
  setWorkspace(new Workspace(desk));
  setRouter(new Router(globalThis.window, views));
  setToasts(toasts);
  return toasts;
}
