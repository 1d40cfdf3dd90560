import type { Desk } from '../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { headerKey } from '../../../contract/values/header-secrecy.ts';
import { holdsMark } from '../../../contract/values/placeholder.ts';
import type { ShownHeader } from '../../../contract/webhooks/webhooks.ts';

/** The headers of a tenant that the user has revealed, and their values that this session knows. */
export interface ShownHeaders {
  readonly values: readonly ShownHeader[];
  /** Why the last switch failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  isShown(name: string): boolean;
  /** The value behind a placeholder of this header; undefined if it stays hidden or is unknown. */
  valueOf(name: string, placeholder: string): string | undefined;
  show(name: string, isShown: boolean): Promise<void>;
}

interface ShownHeaderParts {
  readonly desk: Pick<Desk, 'webhooks'>;
  readonly tenantId: () => string;
  /** A header text with placeholders. */
  readonly headers: () => string;
  /** True for the view with the switches: it needs the names although nothing is hidden. */
  readonly hasSwitches?: boolean;
}

/** Call while a component initializes. */
export function createShownHeaders({
  desk,
  tenantId,
  headers: headersOf,
  hasSwitches = false,
}: ShownHeaderParts): ShownHeaders {
  let names = $state.raw<readonly string[]>([]);
  let values = $state.raw<readonly ShownHeader[]>([]);
  /** The tenant whose values they are. */
  let readFor = '';
  let failure = $state<string | undefined>(undefined);
  /** Edits beside hidden values trigger no new request. */
  const hidden = $derived(
    headersOf()
      .split('\n')
      .filter((line) => holdsMark(line))
      .join('\n'),
  );

  async function read(of: string, headers: string): Promise<void> {
    if (headers === '' && !hasSwitches) return;
    const found = await desk.webhooks.shownHeaders({ tenantId: of, headers }).catch(() => undefined);
    // Without an answer everything stays hidden, which is no error worth showing.
    if (found === undefined || of !== tenantId() || headers !== hidden) return;
    names = found.names;
    // A value that was overwritten can be entered again, and is no change then.
    const earlier = readFor === of ? values : [];
    const isThere = (one: ShownHeader) =>
      found.values.some(({ name, placeholder }) => name === one.name && placeholder === one.placeholder);
    values = [...found.values, ...earlier.filter((each) => names.includes(each.name) && !isThere(each))];
    readFor = of;
  }

  $effect(() => {
    void read(tenantId(), hidden);
  });

  return {
    get values() {
      return values;
    },
    get failure() {
      return failure;
    },
    isShown: (name) => names.includes(headerKey(name)),
    valueOf: (name, placeholder) =>
      values.find((each) => each.name === headerKey(name) && each.placeholder === placeholder.trim())?.value,
    async show(name, isShown) {
      failure = undefined;
      try {
        await desk.webhooks.showHeader({ tenantId: tenantId(), name, isShown });
      } catch (thrown) {
        failure = toDeskError(thrown).message;
      }
      await read(tenantId(), hidden);
    },
  };
}
