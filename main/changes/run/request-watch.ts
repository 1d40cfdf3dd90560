import type { DeskError } from '../../../contract/errors/errors.ts';
import { isRejection, isTenantWide, provesNothing } from '../../../contract/errors/errors.ts';

/** Tells apart failures before and after a change was sent. */
export interface RequestWatch {
  readonly note: (request: { readonly isRead: boolean }) => void;
  /** True if only reads were sent before this failure, so that a rejection, if it is one, was of a read. */
  provesUnsent(error: DeskError): boolean;
}

export function createRequestWatch(): RequestWatch {
  let [reads, writes] = [0, 0];
  return {
    note({ isRead }) {
      if (isRead) reads += 1;
      else writes += 1;
    },
    provesUnsent({ code }) {
      if (writes > 0) return false;
      // Other codes mean that nothing was sent.
      return isRejection(code) || provesNothing(code) ? reads > 0 : !isTenantWide(code);
    },
  };
}
