import type { Delivery } from '../../../../contract/sandbox/sandbox.ts';

export const deliveryLabels = {
  pending: 'Pending',
  delivered: 'Delivered',
  retrying: 'Retrying',
  dead: 'Failed',
} as const;
export const deliveryTones = { pending: 'off', delivered: 'good', retrying: 'warn', dead: 'bad' } as const;

/** A delivery that is still pending or retrying can't be resent. */
export function isOver({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'delivered' || state === 'dead';
}

/** Why an attempt failed; an unknown code is explained by the tenant's message alone. */
const causes: Readonly<Record<string, string>> = {
  timeout: 'Timed out',
  connection_refused: 'Connection refused',
  connection_reset: 'Connection reset before a response',
  host_not_found: 'Host not found',
  certificate: 'Certificate rejected',
  response_incomplete: 'Response incomplete',
  request_invalid: 'Request couldn’t be sent',
  network: 'Network error',
  render_failed: 'Template error',
  no_address: 'Invalid URL or headers',
  reserved_name: 'Reserved example host name',
  rule_gone: 'Webhook deleted',
  event_gone: 'Event no longer available',
};

export function causeOf(failure: string | null, status: number | undefined): string {
  if (failure !== null) return causes[failure] ?? 'Failed';
  if (status === undefined) return '';
  if (status >= 200 && status < 300) return 'Delivered';
  if (status >= 300 && status < 400) return 'Redirect not followed';
  return status >= 500 ? 'Receiver error' : 'Rejected by the receiver';
}

/** Failed deliveries that were not resent since: the meaning of “all failed”. */
export function unansweredOf(deliveries: readonly Delivery[]): readonly Delivery[] {
  const answered = new Set(deliveries.map(({ replayOf }) => replayOf));
  return deliveries.filter(({ id, state }) => state === 'dead' && !answered.has(id));
}

/**
 * Estimated milliseconds to send these one after another: the median duration of those that got a response, for each.
 * Undefined without any response.
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
