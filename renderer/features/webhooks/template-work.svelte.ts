import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { visibleText } from '../../ui/index.ts';
import type { LineValue } from '../../ui/index.ts';
import { unseenProblems } from '../../ui/code/unseen-problems.ts';
import { LiveResult } from './live-result.svelte.ts';
import type { LivePreview } from './live-result.svelte.ts';
import { lineValuesOf } from './template/line-values.ts';
import { startTemplateWorker } from './start-template-worker.ts';
import type { SampleEvent } from './template/sample-event.ts';
import { TemplateEngine } from './template/template-engine.ts';
import type { DiagnoseRequest, TemplateVariable, TraceRequest } from './template/template-protocol.ts';
import { templateHelp } from './template-help.ts';
import { TenantMessage } from './tenant-message.svelte.ts';

interface TemplateSubject {
  readonly webhook: () => WebhookState;
  readonly tenantVersion: () => WebhookState | undefined;
  readonly variables: () => readonly TemplateVariable[];
  readonly sample: () => SampleEvent;
  /** The message is shown as its receiver shows it, and linked with the template. */
  readonly isRendered: () => boolean;
  /** Values are shown beside the template. */
  readonly showsValues: () => boolean;
}

const lintPauseMs = 120;

/** Everything that is known of a template while it is edited; all of it ends with the component that uses it. */
export function followTemplate({
  webhook,
  tenantVersion,
  variables,
  sample,
  isRendered,
  showsValues,
}: TemplateSubject) {
  const engine = new TemplateEngine(startTemplateWorker);
  /** A separate worker: linting takes many times as long, and must not delay the preview or completion. */
  const lintEngine = new TemplateEngine(startTemplateWorker);
  const preview: LivePreview = new LiveResult(engine);
  const lint = new LiveResult<DiagnoseRequest>(lintEngine, { minPauseMs: lintPauseMs });
  const traces = new LiveResult<TraceRequest>(lintEngine, { minPauseMs: lintPauseMs });
  const tenantMessage = new TenantMessage(lintEngine, { minPauseMs: lintPauseMs });

  /** With the editor's line breaks: problem positions refer to this text. */
  const template = $derived(withLineFeeds(webhook().requestBody));
  const problems = $derived([...(lint.result?.diagnostics ?? []), ...unseenProblems(template)]);
  const traced = $derived(traces.result?.result);
  const rendering = $derived.by(() => {
    const output = preview.result?.output;
    if (!isRendered() || traced === undefined || output === undefined) return undefined;
    return { template, output: withLineFeeds(output), ranges: traced.ranges };
  });
  /** Values of lines, for the editor; while the template fails, those that it had before. */
  let values = $state.raw<readonly LineValue[]>([]);
  $effect(() => {
    if (!showsValues()) values = [];
    // The lines of an older text may be others by now, and the next result is on its way.
    else if (traced?.source === template)
      values = lineValuesOf(template, traced.values).map(({ line, text }) => ({
        line,
        text: visibleText(text),
      }));
  });

  /** Requested on the keystroke itself, so the worker is done when the key is drawn. */
  function showPreview(source: string): void {
    const { contentType } = webhook();
    void preview.show({ sample: sample(), contentType, source, kind: 'preview' });
  }

  $effect(() => {
    const { requestBody, contentType } = webhook();
    showPreview(requestBody);
    const about = { sample: sample(), contentType, variables: variables() };
    void lint.show({ ...about, source: template, kind: 'diagnose' });
  });
  $effect(() => {
    if (isRendered() || showsValues())
      void traces.show({ kind: 'trace', source: template, sample: sample() });
  });
  $effect(() => tenantMessage.follow(isRendered() ? tenantVersion() : undefined, webhook(), sample()));
  $effect(() => () => {
    for (const one of [preview, lint, traces, tenantMessage, engine, lintEngine]) one.stop();
  });

  return {
    engine,
    lintEngine,
    preview,
    showPreview,
    /** What the editor offers while it is typed. */
    help: templateHelp(lintEngine, variables),
    get template() {
      return template;
    },
    get problems() {
      return problems;
    },
    /** Which part of the template printed what; undefined unless the message is shown rendered. */
    get rendering() {
      return rendering;
    },
    get values() {
      return values;
    },
    /** What the tenant version shows, while the draft differs from it. */
    get tenantMessage() {
      return tenantMessage.message;
    },
    /** The payload of the last keystroke and of the chosen event, which may not be shown yet. */
    async latest(): Promise<string | undefined> {
      await preview.caughtUp();
      return preview.result?.output;
    },
  };
}

export type TemplateWork = ReturnType<typeof followTemplate>;
