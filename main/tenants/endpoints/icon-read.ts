import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { imageDataUrl } from './image-data.ts';

/** Maximum size of an icon, in bytes. */
const maxIconBytes = 256 * 1024;

/**
 * The image at an icon URL of a record, as a data URL; null if there is none that can be shown: not found, another site, too large,
 * or not an image. Only throws if the tenant can't be reached.
 */
export async function readIcon(
  client: TenantClient,
  { tenantId, address }: { readonly tenantId: string; readonly address: string },
  call: CallContext,
): Promise<string | null> {
  try {
    const bytes = await client.image(
      { tenantId, address, maxBytes: maxIconBytes, purpose: 'read an icon' },
      call,
    );
    return bytes === undefined ? null : (imageDataUrl(bytes) ?? null);
  } catch (error) {
    if (!(error instanceof DeskFailure) || !hasNoImage(error.code)) throw error;
    return null;
  }
}

/** The tenant responded without an image that can be shown; redirects aren't followed. */
function hasNoImage(code: ErrorCode): boolean {
  return isRejection(code) || code === 'unexpected-response' || code === 'response-too-large';
}
