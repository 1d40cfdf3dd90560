import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeliveryStatistics } from '../../../../contract/sandbox/sandbox.ts';

/** Delivery statistics of one webhook for the last 24 hours, where its tenant records them. */
export class WebhookStatistics {
  readonly #desk: Desk;
  readonly #tenantId: string;
  /** Undefined if the tenant doesn't record deliveries or couldn't be reached yet. */
  known = $state.raw<DeliveryStatistics | undefined>(undefined);
  #reading: AbortController | undefined;

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Never rejects: the previous data stays, and the delivery list shows what is wrong with the tenant. */
  async read(webhookId: string): Promise<void> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    const options = { tenantId: this.#tenantId, webhookId };
    const statistics = await this.#desk.sandbox
      .deliveryStatistics(options, { signal: reading.signal })
      .catch(() => undefined);
    if (!reading.signal.aborted && statistics !== undefined) this.known = statistics;
  }

  stop(): void {
    this.#reading?.abort();
  }
}
