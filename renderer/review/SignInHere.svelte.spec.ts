import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import { anItem, planOf } from '../../test/component/plans.ts';
import { button, dialog, request, show } from '../../test/component/review-dialog.ts';

describe('a review without a session', () => {
  const ended = new DeskFailure({
    code: 'session-expired',
    message: 'The session ended.',
    retryable: false,
    requestId: '',
  });
  const url = 'https://acme.example/authorize?client_id=desk';
  const at = Date.now();
  const waiting = {
    tenantId: 'acme',
    state: 'signing-in',
    url,
    startedAt: at,
    expiresAt: at + 300_000,
  } as const;
  const signedIn = {
    tenantId: 'acme',
    state: 'signed-in',
    user: { subject: 'ada' },
    expiresAt: at + 3_600_000,
    canRefresh: false,
    storedIn: 'memory',
  } as const;

  async function waitingForTheBrowser() {
    const items = [anItem()];
    let isIn = false;
    const shown = await show(items, planOf(items), ({ plan }) => ({
      'changes.plan': async () => {
        if (!isIn) throw ended;
        return plan();
      },
      'session.signIn': async () => waiting,
      'session.reopenSignIn': async () => undefined,
      'session.cancelSignIn': async () => ({ tenantId: 'acme', state: 'signed-out' }),
    }));
    const emitSession = (session: SessionState): void => {
      isIn = session.state === 'signed-in';
      shown.workspace.sessions = { acme: session };
    };
    await shown.review.open('acme', { ...request, drafts: [...request.drafts] });
    await button('Sign in').click();
    emitSession(waiting);
    return { ...shown, emit: emitSession };
  }

  it('shows the URL that was opened with a copy button, the time left, and a cancel button', async () => {
    const { calls, emit: emitSession } = await waitingForTheBrowser();
    await expect.element(dialog.getByRole('status', { name: 'Sign-in URL' })).toHaveTextContent(url);
    await expect.element(dialog.getByRole('progressbar', { name: 'Time left to sign in' })).toBeVisible();
    await expect.element(dialog.getByText(/\d+ (min|s) left/)).toBeVisible();
    await expect.element(button('Copy link')).toHaveFocus();
    await expect.element(button('Sign in')).not.toBeInTheDocument();
    await button('Open again').click();
    await expect.poll(() => calls).toContain('session.reopenSignIn');
    await button('Cancel sign-in').click();
    await expect.poll(() => calls).toContain('session.cancelSignIn');
    emitSession({ tenantId: 'acme', state: 'signed-out' });
    await expect.element(button('Sign in')).toBeVisible();
  });

  it('says in the review why the sign-in failed', async () => {
    const { emit: emitSession } = await waitingForTheBrowser();
    const error = {
      ...ended.error,
      code: 'sign-in-timed-out',
      message: 'Nobody signed in for five minutes.',
    } as const;
    emitSession({ tenantId: 'acme', state: 'signed-out', error });
    await expect.element(dialog.getByText('Nobody signed in for five minutes.')).toBeVisible();
    await expect.element(button('Sign in')).toBeVisible();
  });

  it('compares automatically after signing in', async () => {
    const { emit: emitSession } = await waitingForTheBrowser();
    emitSession(signedIn);
    await expect.element(page.getByRole('dialog', { name: 'Review 1 change' })).toBeVisible();
  });
});
