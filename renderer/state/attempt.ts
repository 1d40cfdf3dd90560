import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { ToastQueue } from '../ui/index.ts';

/**
 * Does what a person asked for, and says in a message why it could not be done: for what has no place of its own to show
 * a failure. Answers whether it was done; never rejects.
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
