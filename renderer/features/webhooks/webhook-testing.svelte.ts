import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { WebhookDefinition, WebhookTestResult } from '../../../contract/webhooks/webhooks.ts';
import { verbatimTemplate } from './verbatim-template.ts';
import { originOf } from './rule/webhook-state.ts';

/** What was previewed: its payload is sent instead of the template. */
export interface Previewed {
  readonly sampleName: string;
  readonly payload: string;
}

/** A stored credential would go where it does not belong: main asks before it sends it. */
interface ElsewhereQuestion {
  readonly definition: WebhookDefinition;
  /** Names where the credential belongs, and where it would go. */
  readonly words: string;
  readonly previewed: Previewed | undefined;
}

interface TestWith {
  readonly previewed?: Previewed | undefined;
  readonly credentialsTo?: string;
}

/** The test delivery under way, or what came of the last one. A new test gives up the one before. */
export class WebhookTesting {
  readonly #desk: Desk;
  readonly #tenantId: string;
  result = $state.raw<WebhookTestResult | undefined>(undefined);
  /** What the test was made with; undefined where the tenant chose the event. */
  previewed = $state.raw<Previewed | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  question = $state.raw<ElsewhereQuestion | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Lets the tenant call the address with this definition. Never rejects: a failure becomes state, and so does the
   * question whether credentials may go where they do not belong. With what was `previewed`, the tenant sends that
   * payload: it takes no event, but any template. `credentialsTo`: where the person let them go.
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

  /** The person agrees to what was asked: for this address, and no other. */
  async agree(targetId: string): Promise<void> {
    if (this.question === undefined) return;
    const { definition, previewed } = this.question;
    await this.run(targetId, definition, { previewed, credentialsTo: originOf(definition.url) });
  }

  #meet(definition: WebhookDefinition, error: DeskError): void {
    if (error.code === 'credential-elsewhere') {
      this.question = { definition, words: error.message, previewed: this.previewed };
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
