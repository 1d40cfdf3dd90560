import { Buffer } from 'node:buffer';
import type { PictureFormat } from '../../../contract/queries/result-formats.ts';
import { pictureFormats } from '../../../contract/queries/result-formats.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';

export interface PictureRequest {
  readonly format: PictureFormat;
  readonly content: string;
  readonly suggestedName: string;
}

/** The signature of a PNG file. */
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes the picture unchanged. Throws `invalid-input` when the content doesn't match the file type. */
export async function savePicture(
  host: Pick<Host, 'saveFile'>,
  { format, content, suggestedName }: PictureRequest,
  signal: AbortSignal,
): Promise<{ fileName: string } | undefined> {
  const bytes = bytesOf(format, content);
  const { extension } = pictureFormats[format];
  const saved = await host.saveFile(
    { title: 'Save chart', suggestedName: `${suggestedName}${extension}`, extensions: [extension] },
    (sink) => sink(bytes),
    signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName };
}

function bytesOf(format: PictureFormat, content: string): Uint8Array {
  const bytes = Buffer.from(content, format === 'png' ? 'base64' : 'utf8');
  const isOne =
    format === 'png'
      ? bytes.subarray(0, pngSignature.length).equals(pngSignature)
      : content.startsWith('<svg ') && content.trimEnd().endsWith('</svg>');
  if (isOne) return bytes;
  throw failure(
    'invalid-input',
    `The chart couldn’t be rendered as ${pictureFormats[format].label}. Try again.`,
  );
}
