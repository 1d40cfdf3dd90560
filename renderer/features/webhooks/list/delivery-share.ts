import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';

export function byWebhook<Item extends { readonly webhookId: string }>(
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.webhookId, item]));
}

/** Whether the last delivery of a webhook did not succeed. */
export function isFailing(summary: DeliverySummary | undefined): boolean {
  return summary !== undefined && summary.last.state !== 'delivered';
}

/** Share of failed deliveries among those finished in the last 24 hours, 0 to 1; undefined if none finished. */
export function shareFailed({ delivered, dead }: DeliverySummary): number | undefined {
  const finished = delivered + dead;
  return finished === 0 ? undefined : dead / finished;
}

/** `12 %`; never `0 %` if anything failed. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1 %';
  return `${share > 0.99 && share < 1 ? 99 : Math.round(share * 100)} %`;
}
