import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { LastTest } from '../../../../contract/webhooks/webhooks.ts';
import { byWebhook } from './delivery-share.ts';

interface Statuses {
  readonly tests: ReadonlyMap<string, LastTest>;
  /** Undefined if the tenant doesn't record deliveries or couldn't be reached. */
  readonly deliveries: ReadonlyMap<string, DeliverySummary> | undefined;
}

/** Status of webhooks: their last tests, and their deliveries where the tenant records them. */
export class WebhookStatuses {
  readonly #desk: Desk;
  readonly #tenantId: string;
  #known = $state.raw<Statuses>({ tests: byWebhook([]), deliveries: undefined });
  #reading: AbortController | undefined;

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  test(webhookId: string): LastTest | undefined {
    return this.#known.tests.get(webhookId);
  }

  deliveries(webhookId: string): DeliverySummary | undefined {
    return this.#known.deliveries?.get(webhookId);
  }

  /** Refreshes. Never rejects: unknown values are not shown, and the list itself shows what is wrong with the tenant. */
  async read(recordsDeliveries: boolean): Promise<void> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    const options = { tenantId: this.#tenantId };
    const [tests, deliveries] = await Promise.all([
      this.#desk.webhooks.lastTests(options, { signal }).catch(() => []),
      recordsDeliveries
        ? this.#desk.sandbox.deliverySummaries(options, { signal }).catch(() => undefined)
        : undefined,
    ]);
    if (signal.aborted) return;
    this.#known = {
      tests: byWebhook(tests),
      deliveries: deliveries === undefined ? undefined : byWebhook(deliveries),
    };
  }

  stop(): void {
    this.#reading?.abort();
  }
}
