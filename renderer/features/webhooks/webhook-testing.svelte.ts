import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { WebhookDefinition, WebhookTestResult } from '../../../contract/webhooks/webhooks.ts';
import { verbatimTemplate } from './verbatim-template.ts';
import { originOf } from './rule/webhook-state.ts';

/** The previewed payload, sent instead of the template. */
export interface Previewed {
  readonly sampleName: string;
  readonly payload: string;
}

/** A stored credential would be sent to another host: main asks first. */
interface OtherHostQuestion {
  readonly definition: WebhookDefinition;
  /** The host that the credential belongs to, and the host it would be sent to. */
  readonly message: string;
  readonly previewed: Previewed | undefined;
}

interface TestWith {
  readonly previewed?: Previewed | undefined;
  readonly credentialsTo?: string;
}

/** The active test delivery, or the result of the last one. A new test abandons the previous one. */
export class WebhookTesting {
  readonly #desk: Desk;
  readonly #tenantId: string;
  result = $state.raw<WebhookTestResult | undefined>(undefined);
  /** The event used; undefined when the tenant chose it. */
  previewed = $state.raw<Previewed | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  question = $state.raw<OtherHostQuestion | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Lets the tenant send the definition to its URL. Never rejects: a failure becomes state, and so does the question
   * whether credentials may be sent to another host. With `previewed`, the tenant sends that payload: it accepts any
   * template but no event. `credentialsTo`: the host that the user confirmed.
   */
  async run(
    targetId: string,
    definition: WebhookDefinition,
    { previewed, credentialsTo }: TestWith = {},
  ): Promise<void> {
    this.stop();
    this.dismiss();
    this.previewed = previewed;
    const current = new AbortController();
    this.#running = current;
    try {
      const agreed = credentialsTo === undefined ? {} : { credentialsTo };
      const sent =
        previewed === undefined
          ? definition
          : { ...definition, requestBody: verbatimTemplate(previewed.payload) };
      this.result = await this.#desk.webhooks.test(
        { tenantId: this.#tenantId, targetId, definition: sent, ...agreed },
        { signal: current.signal },
      );
    } catch (thrown) {
      if (!current.signal.aborted) this.#meet(definition, toDeskError(thrown));
    } finally {
      if (this.#running === current) this.#running = undefined;
    }
  }

  /** The user confirms this host, and no other. */
  async agree(targetId: string): Promise<void> {
    if (this.question === undefined) return;
    const { definition, previewed } = this.question;
    await this.run(targetId, definition, { previewed, credentialsTo: originOf(definition.url) });
  }

  #meet(definition: WebhookDefinition, error: DeskError): void {
    if (error.code === 'credential-elsewhere') {
      this.question = { definition, message: error.message, previewed: this.previewed };
    } else this.failure = error;
  }

  dismiss(): void {
    this.question = undefined;
    this.result = undefined;
    this.failure = undefined;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
