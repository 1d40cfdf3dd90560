import type { Desk } from '../../../contract/bridge/desk.ts';
import type { PaletteCommand, ToastQueue } from '../../ui/index.ts';
import { attempt } from '../../state/attempt.ts';
import { globalPath } from '../../state/router.svelte.ts';
import { saveDiagnostics } from '../../state/save-diagnostics.ts';

interface Parts {
  readonly desk: Pick<Desk, 'diagnostics' | 'updates'>;
  readonly router: { go(path: string): void };
  readonly toasts: Pick<ToastQueue, 'show'>;
  /** False in builds without updates, and where the organization turned them off. */
  readonly hasUpdates: boolean;
}

/** Commands about Tenant Desk itself. */
export function supportCommands({ desk, router, toasts, hasUpdates }: Parts): PaletteCommand[] {
  const checkForUpdates: PaletteCommand = {
    id: 'check-for-updates',
    group: 'Do',
    label: 'Check for updates',
    keywords: 'new version upgrade',
    run() {
      // The section says what was found.
      router.go(globalPath('settings', 'updates'));
      void attempt(toasts, () => desk.updates.check());
    },
  };
  return [
    ...(hasUpdates ? [checkForUpdates] : []),
    {
      id: 'save-diagnostics',
      group: 'Do',
      label: 'Save diagnostics',
      keywords: 'support report log doctor bundle problem',
      run: () => void attempt(toasts, () => saveDiagnostics(desk, toasts)),
    },
    {
      id: 'about',
      group: 'Do',
      label: 'About Tenant Desk',
      keywords: 'version licenses third-party',
      run: () => router.go(globalPath('settings', 'about')),
    },
  ];
}
