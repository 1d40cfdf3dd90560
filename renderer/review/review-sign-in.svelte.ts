import type { Desk } from '../../contract/bridge/desk.ts';
import { remedyFor } from '../../contract/errors/errors.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import type { ToastQueue } from '../ui/index.ts';
import { attempt } from '../state/attempt.ts';
import type { Review } from './review.svelte.ts';
import type { Workspace } from '../state/workspace.svelte.ts';

/** Signing in from within the review: an expired session must not cost the plan. */
export class ReviewSignIn {
  readonly #desk: Desk;
  readonly #review: Review;
  readonly #workspace: Workspace;
  readonly #toasts: ToastQueue;
  #isWanted = $state(false);

  constructor(desk: Desk, review: Review, workspace: Workspace, toasts: ToastQueue) {
    this.#desk = desk;
    this.#review = review;
    this.#workspace = workspace;
    this.#toasts = toasts;
  }

  get session(): SessionState {
    return this.#workspace.session(this.#review.tenantId);
  }

  /** True from the user's request until the session is there. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** True if only a session is missing. */
  isNeededFor(error: DeskError): boolean {
    return remedyFor(error) === 'sign-in' && !this.#workspace.isSignedIn(this.#review.tenantId);
  }

  begin(): void {
    this.#isWanted = true;
    void attempt(this.#toasts, () => this.#desk.session.signIn({ tenantId: this.#review.tenantId }));
  }

  /** After signing in, a plan that could not be made is retried; an existing one waits for the user. */
  proceed(): void {
    if (!this.#isWanted || this.session.state !== 'signed-in') return;
    this.#isWanted = false;
    if (this.#review.plan === undefined && this.#review.failure !== undefined) void this.#review.again();
  }
}
