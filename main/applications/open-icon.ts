import type { CallContext } from '../../contract/bridge/methods.ts';
import type { ChosenIcon } from '../../contract/applications/applications.ts';
import { iconExtensions, maxIconFileBytes } from '../../contract/applications/applications.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Host } from '../platform/host/host.ts';
import type { OpenedFile } from '../platform/files/opened-file.ts';
import type { ImageType } from '../tenants/endpoints/image-data.ts';
import { imageDataUrl, imageTypeOf } from '../tenants/endpoints/image-data.ts';

/** Formats that every client shows: it isn't known whether the tenant accepts others. */
const accepted: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif'];
const otherNames: Readonly<Partial<Record<ImageType, string>>> = {
  'image/webp': 'a WebP image',
  'image/svg+xml': 'an SVG image',
};

/**
 * Lets the user choose an image and returns it as a data URL. Undefined: none was chosen. Throws `file-too-large` before
 * reading it, `file-unreadable`, and `file-wrong-shape` when its bytes aren't such an image.
 */
export async function openIcon(
  host: Pick<Host, 'openFile'>,
  { signal }: CallContext,
): Promise<ChosenIcon | undefined> {
  const file = await host.openFile(
    { title: 'Choose an icon', extensions: iconExtensions, maxBytes: maxIconFileBytes },
    signal,
  );
  return file === undefined ? undefined : { fileName: file.name, icon: iconOf(file) };
}

function iconOf({ name, bytes }: OpenedFile): string {
  const type = imageTypeOf(bytes);
  const icon = type !== undefined && accepted.includes(type) ? imageDataUrl(bytes) : undefined;
  if (icon !== undefined) return icon;
  const what = type === undefined ? 'not an image' : (otherNames[type] ?? 'another image');
  throw failure('file-wrong-shape', `${name} is ${what}. Choose a PNG, JPEG or GIF image.`);
}
