import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeliveryStatistics } from '../../../../contract/sandbox/sandbox.ts';

/** How the deliveries of one webhook went in the last 24 hours, where its tenant records them. */
export class WebhookStatistics {
  readonly #desk: Desk;
  readonly #tenantId: string;
  /** Undefined where the tenant does not record deliveries, or could not be asked yet. */
  known = $state.raw<DeliveryStatistics | undefined>(undefined);
  #reading: AbortController | undefined;

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  /** Never rejects: what was read before stays, and the deliveries say themselves what is wrong with the tenant. */
  async read(webhookId: string): Promise<void> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    const asked = { tenantId: this.#tenantId, webhookId };
    const told = await this.#desk.sandbox
      .deliveryStatistics(asked, { signal: reading.signal })
      .catch(() => undefined);
    if (!reading.signal.aborted && told !== undefined) this.known = told;
  }

  stop(): void {
    this.#reading?.abort();
  }
}
