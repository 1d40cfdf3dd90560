import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isRefusal } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { imageDataUrl } from './image-data.ts';

/** Largest icon that is shown, in bytes. */
const maxIconBytes = 256 * 1024;

/**
 * The image at an address that a record names as its icon, as a data URL; null where there is none that can be shown:
 * nothing there, another site, too large, no image. Throws only where the tenant cannot be asked now.
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
    if (!(error instanceof DeskFailure) || !isNoImage(error.code)) throw error;
    return null;
  }
}

/** The tenant answered, and with nothing that can be shown; a redirect leads elsewhere and is not followed. */
function isNoImage(code: ErrorCode): boolean {
  return isRefusal(code) || code === 'unexpected-response' || code === 'response-too-large';
}
