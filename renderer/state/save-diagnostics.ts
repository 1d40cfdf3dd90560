import type { Desk } from '../../contract/bridge/desk.ts';
import type { ToastQueue } from '../ui/index.ts';

/** Saves the report for support, and confirms it. Rejects if it can't be saved. */
export async function saveDiagnostics(
  desk: Pick<Desk, 'diagnostics'>,
  toasts: Pick<ToastQueue, 'show'>,
): Promise<void> {
  const saved = await desk.diagnostics.save();
  if (saved !== undefined) toasts.show({ text: `Saved ${saved.fileName}.`, tone: 'good' });
}
