/** Supported image types, regardless of file name and headers. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';

/** The type of an image by its bytes; undefined for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return isSvg(bytes) ? 'image/svg+xml' : undefined;
}

/** `data:image/png;base64,…`; undefined if it isn't an image. */
export function imageDataUrl(bytes: Uint8Array): string | undefined {
  const type = imageTypeOf(bytes);
  return type === undefined ? undefined : `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/**
 * An XML document whose root is `svg`. Rejects entity declarations, which can expand to gigabytes. Scanned manually, because a regular
 * expression over long prologues would backtrack.
 */
function isSvg(bytes: Uint8Array): boolean {
  const text = decode(bytes);
  if (text === undefined || /<!entity/i.test(text)) return false;
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (/^<svg[\s>/]/.test(text.slice(at, at + 5))) return true;
    const end = endOfPrologue(text, at);
    if (end === undefined) return false;
    at = end;
  }
}

const prologues = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

function endOfPrologue(text: string, at: number): number | undefined {
  const found = prologues.find(([start]) => text.startsWith(start, at));
  if (found === undefined) return undefined;
  const [, end] = found;
  const ending = text.indexOf(end, at);
  return ending < 0 ? undefined : ending + end.length;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
