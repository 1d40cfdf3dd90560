import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { ToastQueue } from '../ui/index.ts';

/**
 * Runs an action of the user and shows a message if it fails: for actions without their own place to show an error.
 * Returns whether it succeeded; never rejects.
 */
export async function attempt(
  toasts: Pick<ToastQueue, 'show'>,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    toasts.show({ text: toDeskError(thrown).message, tone: 'bad' });
    return false;
  }
}
