import fc from 'fast-check';
import type { Place, ItemName } from './edited-items.ts';
import { itemNames } from './edited-items.ts';
import type { OutsideChange } from './outsider.ts';
import type { Failure } from './restarting-desk.ts';
import type { DeskName } from './ledger.ts';
import { deskNames } from './ledger.ts';

/** Something that is sent to the tenant. */
export interface Sending {
  readonly does: 'apply' | 'look' | 'resume' | 'roll back';
  readonly injected: Failure;
  /** The item to edit and apply if nothing is planned yet. */
  readonly item: ItemName;
  readonly place: Place;
  /** Someone else acts before the read with this number. */
  readonly meanwhile: Meanwhile | null;
}

/** Another instance edits and applies this item, or the outside admin changes something. */
export type Meanwhile = { readonly read: number } & (
  | { readonly by: 'next desk' | 'desk after next'; readonly item: ItemName; readonly place: Place }
  | { readonly by: 'administrator'; readonly change: OutsideChange }
);

/** What an admin does in one of the instances. */
export type DeskStep = { readonly desk: DeskName } & (
  | { readonly does: 'type'; readonly item: ItemName; readonly place: Place }
  | { readonly does: 'begin a webhook' }
  | { readonly does: 'plan'; readonly item: ItemName | 'all' }
  | { readonly does: 'plan to delete the webhook' }
  | { readonly does: 'settle'; readonly take: 'mine' | 'theirs' }
  | Sending
  | { readonly does: 'plan to undo' }
  | { readonly does: 'plan to retry' }
  | { readonly does: 'crash' }
);

export type Step = DeskStep | { readonly desk: 'none'; readonly does: OutsideChange };

const place = fc.constantFrom(0 as const, 1 as const);
const item = fc.constantFrom(...itemNames);
const injected: fc.Arbitrary<Failure> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ fault: 'none' as const, write: 0 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      fault: fc.constantFrom(
        'lose-answer' as const,
        'lose-request' as const,
        'fail-before' as const,
        'fail-after' as const,
        'reject' as const,
        'crash-before' as const,
        'crash-after' as const,
      ),
      write: fc.constantFrom(0, 0, 1),
    }),
  },
);
const outsideChange: fc.Arbitrary<OutsideChange> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ writes: item, place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      writes: fc.constantFrom('switch of the webhook' as const, 'deletion of the webhook' as const),
    }),
  },
);
const read = fc.nat({ max: 6 });
const meanwhile: fc.Arbitrary<Meanwhile | null> = fc.option(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        by: fc.constantFrom('next desk' as const, 'desk after next' as const),
        read,
        item,
        place,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ by: fc.constant('administrator' as const), read, change: outsideChange }),
    },
  ),
  { freq: 3 },
);
const sending: fc.Arbitrary<Sending> = fc.record({
  does: fc.constantFrom(
    'apply' as const,
    'apply' as const,
    'apply' as const,
    'resume' as const,
    'roll back' as const,
    'look' as const,
  ),
  injected,
  item,
  place,
  meanwhile,
});
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('type' as const), item, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('begin a webhook' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('plan' as const),
      item: fc.oneof({ weight: 2, arbitrary: fc.constant('all' as const) }, { weight: 3, arbitrary: item }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('plan to delete the webhook' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('settle' as const),
      take: fc.constantFrom('mine' as const, 'theirs' as const),
    }),
  },
  { weight: 8, arbitrary: sending },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('plan to undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('plan to retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('crash' as const) }) },
);

/** Sequences of steps of three users and an outside admin; many short ones. */
export const interleavings: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...deskNames), deed)
        .map(([desk, does]): Step => ({ desk, ...does })),
    },
    { weight: 1, arbitrary: outsideChange.map((does): Step => ({ desk: 'none', does })) },
  ),
  { minLength: 3, maxLength: 12 },
);
