import type { CallContext } from '../../contract/bridge/methods.ts';
import type { ChosenIcon } from '../../contract/applications/applications.ts';
import { iconExtensions, maxIconFileBytes } from '../../contract/applications/applications.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Host } from '../platform/host/host.ts';
import type { OpenedFile } from '../platform/files/opened-file.ts';
import type { ImageType } from '../tenants/endpoints/image-data.ts';
import { imageDataUrl, imageTypeOf } from '../tenants/endpoints/image-data.ts';

/** What a tenant shows to people in every program: nothing tells that it takes others. */
const taken: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif'];
const otherNames: Readonly<Partial<Record<ImageType, string>>> = {
  'image/webp': 'a WebP image',
  'image/svg+xml': 'an SVG image',
};

/**
 * Lets the person choose an image, which becomes its own address. Undefined: none was chosen. Throws `file-too-large` before
 * anything of it is read, `file-unreadable`, and `file-wrong-shape` for what is no such image by its bytes.
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
  const icon = type !== undefined && taken.includes(type) ? imageDataUrl(bytes) : undefined;
  if (icon !== undefined) return icon;
  const what = type === undefined ? 'no image' : (otherNames[type] ?? 'another image');
  throw failure(
    'file-wrong-shape',
    `${name} is ${what}. An icon is a PNG, JPEG or GIF image: choose one of these. Nothing was changed.`,
  );
}
