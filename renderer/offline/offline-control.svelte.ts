import type { Desk } from '../../contract/bridge/desk.ts';
import type { ToastQueue } from '../ui/index.ts';
import { attempt } from '../state/attempt.ts';

/** The user's offline settings, from anywhere in the window. */
export class OfflineControl {
  readonly #desk: Desk;
  readonly #toasts: ToastQueue;
  /** The tenant whose cached data the user is asked about. */
  #leaving = $state<string | undefined>(undefined);

  constructor(desk: Desk, toasts: ToastQueue) {
    this.#desk = desk;
    this.#toasts = toasts;
  }

  get leaving(): string | undefined {
    return this.#leaving;
  }

  keep(tenantId: string): void {
    void attempt(this.#toasts, () => this.#desk.offline.keep({ tenantId }));
  }

  refresh(tenantId: string): void {
    void attempt(this.#toasts, () => this.#desk.offline.refresh({ tenantId }));
  }

  stop(tenantId: string): void {
    void attempt(this.#toasts, () => this.#desk.offline.stop({ tenantId }));
  }

  /** Asks whether to delete the cached data. */
  askToLeave(tenantId: string): void {
    this.#leaving = tenantId;
  }

  /** Offline sync stays on. */
  stay(): void {
    this.#leaving = undefined;
  }

  leave(forgets: boolean): void {
    const tenantId = this.#leaving;
    this.#leaving = undefined;
    if (tenantId !== undefined)
      void attempt(this.#toasts, () => this.#desk.offline.leave({ tenantId, forgets }));
  }
}
