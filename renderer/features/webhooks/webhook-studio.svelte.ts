import { untrack } from 'svelte';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { ToastQueue } from '../../ui/index.ts';
import { attempt } from '../../state/attempt.ts';
import { WebhookStatistics } from './deliveries/delivery-statistics.svelte.ts';
import { EdgeCaseCheck } from './edge-cases/edge-case-check.svelte.ts';
import { PastEventsRun } from './past-events/past-events-run.svelte.ts';
import { fillsOf, sampleWith } from './template/sample-events.ts';
import { StudioSamples } from './samples/studio-samples.svelte.ts';
import { startTemplateWorker } from './start-template-worker.ts';
import type { StudioTab } from './studio-tabs.ts';
import { followTemplateVariables } from './template-variables.svelte.ts';
import { WebhookTesting } from './webhook-testing.svelte.ts';

interface StudioSubject {
  readonly desk: Desk;
  readonly toasts: ToastQueue;
  readonly tenantId: string;
  /** The edited webhook; undefined until its draft is open. */
  readonly typed: () => WebhookState | undefined;
  /** Event types used by the tenant's webhooks. */
  readonly eventTypes: () => readonly string[];
  readonly tab: () => StudioTab;
}

/** Everything that runs beside an edited webhook; all of it ends with the component that uses it. */
export function followStudio({ desk, toasts, tenantId, typed, eventTypes, tab }: StudioSubject) {
  const variables = followTemplateVariables(() => tenantId);
  const testing = new WebhookTesting(desk, tenantId);
  const edgeCases = new EdgeCaseCheck(startTemplateWorker);
  const statistics = new WebhookStatistics(desk, tenantId);
  const samples = new StudioSamples(desk, tenantId, () => ({
    variables: variables.all,
    eventType: typed()?.eventType ?? '',
    eventTypes: eventTypes(),
  }));
  const past = new PastEventsRun(desk, tenantId, startTemplateWorker, (types) =>
    fillsOf(variables.all, types),
  );
  let takesAll = $state(false);

  const allColumnsSample = $derived(sampleWith(variables.all));
  const edgeCaseRequest = $derived({
    source: typed()?.requestBody ?? '',
    sample: allColumnsSample,
    contentType: typed()?.contentType ?? '',
    variables: variables.all,
  });
  const rule = $derived({
    requestBody: typed()?.requestBody ?? '',
    contentType: typed()?.contentType ?? '',
    eventType: typed()?.eventType ?? '',
    riskLevel: typed()?.riskLevel ?? '',
    takesAll,
  });

  $effect(() => untrack(() => void attempt(toasts, () => samples.read())));
  $effect(() => untrack(() => void attempt(toasts, () => past.readCached())));
  $effect(() => () => {
    testing.stop();
    edgeCases.stop();
    statistics.stop();
    past.end();
  });
  $effect(() => (typed() === undefined ? undefined : edgeCases.schedule(edgeCaseRequest)));
  // Rendering thousands of events is only worth it while a tab shows the result.
  $effect(() =>
    typed() !== undefined && (tab() === 'events' || tab() === 'hostile') ? past.schedule(rule) : undefined,
  );

  return {
    variables,
    testing,
    edgeCases,
    statistics,
    samples,
    past,
    /** The template to test with edge cases. */
    get edgeCaseRequest() {
      return edgeCaseRequest;
    },
    /** The rule to render past events with. */
    get rule() {
      return rule;
    },
    /** Also renders past events that the rule doesn't match. */
    get takesAll() {
      return takesAll;
    },
    set takesAll(next: boolean) {
      takesAll = next;
    },
  };
}
