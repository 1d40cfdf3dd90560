import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import type { Webhook } from '../../../../contract/webhooks/webhooks.ts';
import { compareNames } from '../../../../contract/values/name-order.ts';
import { createFilterIndex } from '../../../lists/filter-index.ts';
import type { ListOrder } from '../../../lists/filter-index.ts';
import type { ChosenFilter } from '../../../lists/narrowed-list.svelte.ts';
import { NarrowedList } from '../../../lists/narrowed-list.svelte.ts';
import type { WebhookStatus } from './webhook-groups.ts';
import { webhookGroups, webhookText } from './webhook-groups.ts';

interface ListedWebhooks {
  readonly webhooks: () => readonly Webhook[];
  /** Drafts of this tenant's webhooks. */
  readonly drafts: () => readonly DraftSummary[];
  readonly isFailing: (webhookId: string) => boolean;
}

const statusOrder: readonly string[] = ['enabled', 'failing', 'disabled', 'unknown', 'draft'];

/** The list of webhooks: rows, filters and selection. */
export class WebhookList extends NarrowedList<Webhook> {
  readonly #of: ListedWebhooks;
  readonly order: ListOrder<Webhook> = { id: 'name', label: 'Name' };
  readonly index = $derived.by(() =>
    createFilterIndex(
      this.#of.webhooks().toSorted((one, other) => compareNames(one.name, other.name)),
      {
        title: ({ name }) => name,
        text: webhookText,
        groups: webhookGroups((webhook) => this.statusesOf(webhook)),
      },
    ),
  );
  /** Filters that distinguish webhooks: a value shared by all of them would filter nothing. */
  readonly offered = $derived.by((): readonly ChosenFilter[] =>
    ['is', 'risk', 'event'].flatMap((group) => {
      const values = this.valuesOf(group)
        .filter(({ value, count }) => count > 0 && !this.isChosen(group, value))
        .map((value) => ({ ...value, group }));
      if (group !== 'is') return values.filter(({ count }) => count < this.shown.length);
      return values.toSorted((a, b) => statusOrder.indexOf(a.value) - statusOrder.indexOf(b.value));
    }),
  );

  constructor(of: ListedWebhooks) {
    super();
    this.#of = of;
  }

  hasDraft(id: string): boolean {
    return this.#of.drafts().some(({ targetId }) => targetId === id);
  }

  statusesOf({ id, activation }: Webhook): readonly WebhookStatus[] {
    return [
      activation,
      ...(this.#of.isFailing(id) ? (['failing'] as const) : []),
      ...(this.hasDraft(id) ? (['draft'] as const) : []),
    ];
  }

  /** Drafts of the selected webhooks, for a change set. */
  get pickedDrafts(): readonly DraftSummary[] {
    return this.#of.drafts().filter(({ targetId }) => this.selection.has(targetId));
  }
}
