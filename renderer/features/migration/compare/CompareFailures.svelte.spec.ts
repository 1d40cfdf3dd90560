import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import type { Comparison } from '../../../../contract/changes/comparisons.ts';
import { isRetryable } from '../../../../contract/errors/errors.ts';
import type { ErrorCode } from '../../../../contract/errors/errors.ts';
import CompareFailuresWindow from '../../../../test/component/CompareFailuresWindow.svelte';
import { fakeDesk } from '../../../../test/fakes/desk.ts';
import { ComparisonModel } from './comparison-model.svelte.ts';

const reading = { readAt: 0, isCached: false };
const counts = { first: 0, second: 0, different: 0, unclear: 0, same: 0 };

const errorOf = (code: ErrorCode) => ({
  code,
  message: 'Staging did not let the desk in.',
  retryable: isRetryable(code),
  requestId: 'spec',
});

/** Three resource types; those in `failing` couldn't be loaded from Staging, for this reason. */
function comparisonWith(code: ErrorCode, failing: readonly string[]): Comparison {
  const kindOf = (kind: string, many: string): Comparison['kinds'][number] => ({
    kind,
    noun: { one: kind, many },
    ...{ first: reading, second: reading, counts },
    failures: failing.includes(kind) ? [{ tenantId: 'staging', error: errorOf(code) }] : [],
  });
  return {
    id: 'one',
    firstId: 'staging',
    secondId: 'acme',
    kinds: [kindOf('webhook', 'webhooks'), kindOf('script', 'scripts'), kindOf('role', 'roles')],
  };
}

async function show(code: ErrorCode) {
  const reload: string[] = [];
  const signIns: string[] = [];
  const { desk } = fakeDesk({
    'comparisons.make': async () => comparisonWith(code, ['webhook', 'script']),
    // Both are refreshed with the first of them.
    'comparisons.readAgain': async ({ kind }) => {
      reload.push(kind);
      return comparisonWith(code, []);
    },
    'session.signIn': async ({ tenantId }) => {
      signIns.push(tenantId);
      return { tenantId, state: 'signed-out' };
    },
  });
  const model = new ComparisonModel(desk);
  await model.make('staging', 'acme');
  await render(CompareFailuresWindow, { desk, model });
  return { reload, signIns };
}

const banner = page.getByText(/couldn’t be compared$/);

it('shows failures with the same reason once, and retries until they are gone', async () => {
  const { reload } = await show('unreachable');
  await expect.element(banner).toHaveTextContent('webhooks and scripts couldn’t be compared');
  await expect.element(page.getByText('Staging did not let the desk in.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(banner).not.toBeInTheDocument();
  expect(reload).toEqual(['webhook']);
});

it('offers to sign in if signed out', async () => {
  const { reload, signIns } = await show('signed-out');
  await userEvent.click(page.getByRole('button', { name: /^Sign in/ }));
  await expect.poll(() => signIns).toEqual(['staging']);
  expect(reload).toEqual([]);
});
