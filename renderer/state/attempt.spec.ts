import { describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { ToastMessage } from '../ui/index.ts';
import { attempt } from './attempt.ts';

function toastsSeen() {
  const seen: ToastMessage[] = [];
  return { seen, show: (message: ToastMessage) => String(seen.push(message)) };
}

describe('an attempt', () => {
  it('shows nothing on success', async () => {
    const toasts = toastsSeen();
    expect(await attempt(toasts, async () => 'done')).toBe(true);
    expect(toasts.seen).toEqual([]);
  });

  it('shows the reason for a failure, and does not reject', async () => {
    const toasts = toastsSeen();
    const failure = new DeskFailure({
      code: 'unreachable',
      message: 'Acme does not answer.',
      retryable: true,
      requestId: 'r',
    });
    expect(await attempt(toasts, () => Promise.reject(failure))).toBe(false);
    expect(toasts.seen).toEqual([{ text: 'Acme does not answer.', tone: 'bad' }]);
  });
});
