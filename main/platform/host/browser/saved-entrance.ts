import type { PageSession } from '../../../../contract/bridge/page-handshake.ts';
import type { DeskAddress } from './desk-address.ts';

/**
 * State that `npm run dev` passes on when it restarts the host after a change, so that the URL and session of an open page stay valid:
 * in the memory of the two processes, never on disk. Not used otherwise.
 */
export interface SavedEntrance {
  readonly address: DeskAddress;
  readonly sessions: readonly PageSession[];
}
