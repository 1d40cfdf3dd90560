import type { Delivery } from '../../../../contract/sandbox/sandbox.ts';

export const deliveryLabels = {
  pending: 'Waiting',
  delivered: 'Delivered',
  retrying: 'Retrying',
  dead: 'Failed',
} as const;
export const deliveryTones = { pending: 'off', delivered: 'good', retrying: 'warn', dead: 'bad' } as const;

/** What is still on its way is not sent again beside itself. */
export function isOver({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'delivered' || state === 'dead';
}

/** Why an attempt failed, in words; a code that is not known here is told by the tenant's message alone. */
const causes: Readonly<Record<string, string>> = {
  timeout: 'No answer in time',
  connection_refused: 'Connection refused',
  connection_reset: 'Connection broken before an answer',
  host_not_found: 'Host not found',
  certificate: 'Certificate not accepted',
  response_incomplete: 'The answer broke off',
  request_invalid: 'The request could not be sent',
  network: 'Network failure',
  render_failed: 'The template failed',
  no_address: 'No usable address or headers',
  reserved_name: 'Reserved example host name',
  rule_gone: 'The webhook was deleted',
  event_gone: 'The event is gone',
};

export function causeOf(failure: string | null, status: number | undefined): string {
  if (failure !== null) return causes[failure] ?? 'Failed';
  if (status === undefined) return '';
  if (status >= 200 && status < 300) return 'Delivered';
  if (status >= 300 && status < 400) return 'Redirected, which is not followed';
  return status >= 500 ? 'The receiver failed' : 'The receiver refused';
}

/** Deliveries that were given up and not sent again since: what “all failed” means. */
export function unansweredOf(deliveries: readonly Delivery[]): readonly Delivery[] {
  const answered = new Set(deliveries.map(({ replayOf }) => replayOf));
  return deliveries.filter(({ id, state }) => state === 'dead' && !answered.has(id));
}

/**
 * How long it takes to send these one after another, in milliseconds: each as long as half of those that got an answer
 * took. Undefined where none did.
 */
export function estimateMs(count: number, known: readonly Delivery[]): number | undefined {
  const durations = known
    .flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]))
    .toSorted((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)];
  return median === undefined ? undefined : median * count;
}

/** `about 3 s`, `under a second`. */
export function durationLabel(milliseconds: number): string {
  if (milliseconds < 1000) return 'under a second';
  if (milliseconds < 90_000) return `about ${Math.round(milliseconds / 1000)} s`;
  return `about ${Math.round(milliseconds / 60_000)} min`;
}
