import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SessionState } from '../../contract/tenants/session.ts';
import SignInPlaces from '../../test/component/SignInPlaces.svelte';
import { fakeDesk } from '../../test/fakes/desk.ts';
import type { Workspace } from './workspace.svelte.ts';

const ended = {
  code: 'session-expired',
  message: 'The session of Acme ended.',
  retryable: false,
  requestId: '',
} as const;
const waiting = {
  tenantId: 'acme',
  state: 'signing-in',
  url: 'https://acme.example/authorize?client_id=desk',
  startedAt: Date.now(),
  expiresAt: Date.now() + 300_000,
} as const satisfies SessionState;

const button = (name: string) => page.getByRole('button', { name });

async function open(place: 'view' | 'cached data' | 'section') {
  let workspace: Workspace | undefined;
  const become = (session: SessionState): void => {
    if (workspace !== undefined) workspace.sessions = { acme: session };
  };
  const fake = fakeDesk({
    'session.signIn': async () => {
      become(waiting);
      return waiting;
    },
    'session.cancelSignIn': async () => {
      const out = { tenantId: 'acme', state: 'signed-out' } as const;
      become(out);
      return out;
    },
  });
  await render(SignInPlaces, {
    desk: fake.desk,
    place,
    error: ended,
    onready: (shown) => (workspace = shown),
  });
  await expect.element(page.getByText('The session of Acme ended.')).toBeVisible();
  return { ...fake, become };
}

it.each(['view', 'cached data', 'section'] as const)(
  'in a place such as a %s follows the sign-in there, with its link and a way to cancel it',
  async (place) => {
    const { calls } = await open(place);
    await button('Sign in').click();
    await expect.element(page.getByText(/^Continue in your browser/)).toBeVisible();
    await expect.element(button('Copy link')).toHaveFocus();
    await button('Cancel sign-in').click();
    expect(calls).toContain('session.cancelSignIn');
    await expect.element(button('Sign in')).toBeVisible();
  },
);

it.each(['view', 'cached data', 'section'] as const)(
  'in a place such as a %s says there why a sign-in failed',
  async (place) => {
    const { become } = await open(place);
    become({
      tenantId: 'acme',
      state: 'signed-out',
      error: {
        code: 'sign-in-timed-out',
        message: 'The browser didn’t return.',
        retryable: true,
        requestId: '',
      },
    });
    await expect.element(page.getByText('The browser didn’t return.')).toBeVisible();
    await expect.element(button('Sign in')).toBeVisible();
  },
);
