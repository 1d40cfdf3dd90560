import type { Place } from '../../../contract/links/links.ts';
import type { LinkTarget } from '../../../contract/links/deep-link.ts';
import { parseDeepLink } from '../../../contract/links/parse-deep-link.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';

/** What the window is to open: a place of ours, the target of a link, or why a link opens nothing. */
export type ArrivedLink =
  | { readonly place: Place; readonly planId?: string | undefined }
  | { readonly target: LinkTarget }
  | DeskFailure;

/** What waits for a window to open it, in order of arrival. */
export interface ArrivedLinks {
  /** Returns each once. */
  take(): readonly ArrivedLink[];
}

export interface LinkArrivals extends ArrivedLinks {
  /** A link as the system passes it. Nothing of it is stored unless it is valid. */
  addLink(link: string): void;
  /** A place of ours, for example that of a notification. */
  addPlace(place: Place, planId?: string): void;
  /** Called for each from now on. Earlier ones wait for the first window. */
  follow(arrived: (link: ArrivedLink) => void): void;
}

/** A page that opens links in a loop can't fill the memory. */
const maxWaiting = 16;

export function createLinkArrivals(): LinkArrivals {
  let waiting: ArrivedLink[] = [];
  let notify: (link: ArrivedLink) => void = () => undefined;
  function add(link: ArrivedLink): void {
    if (waiting.length >= maxWaiting) return;
    waiting.push(link);
    notify(link);
  }
  return {
    addLink(link) {
      const parsed = parseDeepLink(link);
      add(parsed.ok ? { target: parsed.target } : failure('invalid-input', parsed.problem));
    },
    addPlace: (place, planId) => add({ place, planId }),
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    follow(arrived) {
      notify = arrived;
    },
  };
}
