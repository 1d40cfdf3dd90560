import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { WebhookDefinition, WebhookTestResult } from '../../../contract/webhooks.ts';

/** The test delivery under way, or what came of the last one. A new test gives up the one before. */
export class WebhookTesting {
  readonly #desk: Desk;
  readonly #tenantId: string;
  result = $state.raw<WebhookTestResult | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Lets the tenant call the address with this definition. Never rejects: a failure becomes state. */
  async run(definition: WebhookDefinition): Promise<void> {
    this.stop();
    this.dismiss();
    const current = new AbortController();
    this.#running = current;
    try {
      this.result = await this.#desk.webhooks.test(
        { tenantId: this.#tenantId, definition },
        { signal: current.signal },
      );
    } catch (thrown) {
      if (!current.signal.aborted) this.failure = toDeskError(thrown);
    } finally {
      if (this.#running === current) this.#running = undefined;
    }
  }

  dismiss(): void {
    this.result = undefined;
    this.failure = undefined;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
