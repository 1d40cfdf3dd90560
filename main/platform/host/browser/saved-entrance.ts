import type { PageSession } from '../../../../contract/bridge/page-handshake.ts';
import type { DeskAddress } from './desk-address.ts';

/**
 * What `npm run dev` carries over when it restarts the host after a change, so that an open page stays at its address and
 * signed in: in the memory of the two processes, never on disk. Nothing else starts the host with it.
 */
export interface SavedEntrance {
  readonly address: DeskAddress;
  readonly sessions: readonly PageSession[];
}
