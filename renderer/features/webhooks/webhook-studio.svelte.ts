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
import type { StudioTab } from './studio-tabs.ts';
import { followTemplateVariables } from './template-variables.svelte.ts';
import { WebhookTesting } from './webhook-testing.svelte.ts';

interface StudioSubject {
  readonly desk: Desk;
  readonly toasts: ToastQueue;
  readonly tenantId: string;
  /** As it is typed; undefined until its draft is open. */
  readonly typed: () => WebhookState | undefined;
  /** Event types that the tenant's webhooks are for. */
  readonly eventTypes: () => readonly string[];
  readonly tab: () => StudioTab;
}

const startWorker = (): Worker =>
  new Worker(new URL('./template-worker.ts', import.meta.url), { type: 'module' });

/** What runs beside a webhook that is being edited; all of it ends with the component that follows it. */
export function followStudio({ desk, toasts, tenantId, typed, eventTypes, tab }: StudioSubject) {
  const variables = followTemplateVariables(() => tenantId);
  const testing = new WebhookTesting(desk, tenantId);
  const hostile = new EdgeCaseCheck(startWorker);
  const statistics = new WebhookStatistics(desk, tenantId);
  const samples = new StudioSamples(desk, tenantId, () => ({
    variables: variables.all,
    eventType: typed()?.eventType ?? '',
    eventTypes: eventTypes(),
  }));
  const past = new PastEventsRun(desk, tenantId, startWorker, (types) => fillsOf(variables.all, types));
  let takesAll = $state(false);

  const probed = $derived(sampleWith(variables.all));
  const probing = $derived({
    source: typed()?.requestBody ?? '',
    sample: probed,
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
    hostile.stop();
    statistics.stop();
    past.end();
  });
  $effect(() => (typed() === undefined ? undefined : hostile.schedule(probing)));
  // Rendering thousands of events is for who looks at them.
  $effect(() =>
    typed() !== undefined && (tab() === 'events' || tab() === 'hostile') ? past.schedule(rule) : undefined,
  );

  return {
    variables,
    testing,
    hostile,
    statistics,
    samples,
    past,
    /** What hostile values are tried in. */
    get probing() {
      return probing;
    },
    /** What past events are rendered with. */
    get rule() {
      return rule;
    },
    /** Past events are rendered that it would not match, too. */
    get takesAll() {
      return takesAll;
    },
    set takesAll(next: boolean) {
      takesAll = next;
    },
  };
}
