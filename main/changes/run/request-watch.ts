import type { DeskError } from '../../../contract/errors/errors.ts';
import { isRefusal, isTenantWide, provesNothing } from '../../../contract/errors/errors.ts';

/** Tells whether a change that failed had sent anything. */
export interface RequestWatch {
  readonly note: (request: { readonly isRead: boolean }) => void;
  /** True where nothing but reads was sent before this failure, so that the tenant's no, if it is one, was to a read. */
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
      // Other codes say by themselves that nothing was sent.
      return isRefusal(code) || provesNothing(code) ? reads > 0 : !isTenantWide(code);
    },
  };
}
