import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Pictures and fonts are already compressed. */
const isText = /\.(js|css|html|json|svg)$/;
/** Smaller files aren't worth compressing. Bytes. */
const worthwhile = 1024;
/** Out of eleven: the last two take ten times as long for a few percent. */
const quality = 9;

/**
 * Writes a compressed copy (`.br`) beside each text file of the page for the serving host: at build time, so
 * that requests don't wait for compression.
 */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => isText.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir, name);
          const bytes = await readFile(file);
          if (bytes.byteLength < worthwhile) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          };
          await writeFile(`${file}.br`, await compress(bytes, { params }));
        }),
      );
    },
  };
}
