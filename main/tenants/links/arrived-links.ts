import type { Place } from '../../../contract/links/links.ts';
import type { LinkTarget } from '../../../contract/links/deep-link.ts';
import { parseDeepLink } from '../../../contract/links/parse-deep-link.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Arrivals } from '../../platform/arrivals/arrivals.ts';
import { createArrivals } from '../../platform/arrivals/arrivals.ts';
import { failure } from '../../platform/errors/failure.ts';

/** What the window is to open: a place of ours, the target of a link, or why a link opens nothing. */
export type ArrivedLink =
  | { readonly place: Place; readonly planId?: string | undefined }
  | { readonly target: LinkTarget }
  | DeskFailure;

/** Links and places waiting for a window to open them. */
export type ArrivedLinks = Pick<Arrivals<ArrivedLink>, 'take'>;

export interface LinkArrivals extends Omit<Arrivals<ArrivedLink>, 'add'> {
  /** A link as the system passes it. Nothing of it is stored unless it is valid. */
  addLink(link: string): void;
  /** A place of ours, for example that of a notification. */
  addPlace(place: Place, planId?: string): void;
}

/** A page that opens links in a loop can't fill the memory. */
const maxWaiting = 16;

export function createLinkArrivals(): LinkArrivals {
  const { add, take, follow } = createArrivals<ArrivedLink>(maxWaiting);
  return {
    addLink(link) {
      const parsed = parseDeepLink(link);
      add(parsed.ok ? { target: parsed.target } : failure('invalid-input', parsed.problem));
    },
    addPlace: (place, planId) => add({ place, planId }),
    take,
    follow,
  };
}
