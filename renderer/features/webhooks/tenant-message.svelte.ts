import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import type { LivePreview } from './live-result.svelte.ts';
import { LiveResult } from './live-result.svelte.ts';
import type { SampleEvent } from './template/sample-event.ts';
import type { TemplateEngine } from './template/template-engine.ts';
import type { Message } from './rendered/message.ts';
import { readMessage } from './rendered/read-message.ts';

type Rendered = Pick<WebhookState, 'requestBody' | 'contentType'>;

/** What the tenant version of a template shows for the same event, while a draft differs from it. */
export class TenantMessage {
  readonly #preview: LivePreview;
  #isShown = $state(false);
  readonly message: Message | undefined = $derived.by(() => {
    const result = this.#preview.result;
    if (!this.#isShown || result?.isValidJson !== true || result.output === undefined) return undefined;
    return readMessage(withLineFeeds(result.output));
  });

  constructor(engine: Pick<TemplateEngine, 'ask'>, { minPauseMs }: { readonly minPauseMs: number }) {
    this.#preview = new LiveResult(engine, { minPauseMs });
  }

  /** Call it in an effect. */
  follow(tenant: Rendered | undefined, draft: Rendered, sample: SampleEvent): void {
    this.#isShown = tenant !== undefined && tenant.requestBody !== draft.requestBody;
    if (tenant === undefined || tenant.requestBody === draft.requestBody) return;
    const { requestBody: source, contentType } = tenant;
    void this.#preview.show({ kind: 'preview', sample, contentType, source });
  }

  stop(): void {
    this.#preview.stop();
  }
}
