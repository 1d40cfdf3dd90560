import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';

export function byWebhook<Item extends { readonly webhookId: string }>(
  items: readonly Item[],
): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.webhookId, item]));
}

/** Whether what a webhook tried last did not arrive. */
export function isFailing(summary: DeliverySummary | undefined): boolean {
  return summary !== undefined && summary.last.state !== 'delivered';
}

/** Failed among finished of the last 24 hours, from 0 to 1; undefined where nothing was finished. */
export function shareFailed({ delivered, dead }: DeliverySummary): number | undefined {
  const finished = delivered + dead;
  return finished === 0 ? undefined : dead / finished;
}

/** `12 %`, and never `0 %` of what failed at all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1 %';
  return `${share > 0.99 && share < 1 ? 99 : Math.round(share * 100)} %`;
}
