import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** In the folder of the page, which both hosts have: the packages of others that the program is made of. */
export const licensesFileName = 'licenses.json';

/** One file of the built renderer, ready to be read and served. */
export interface RendererFile {
  readonly path: string;
  readonly size: number;
  readonly contentType: string;
  /** How its content is compressed; absent where they are not. */
  readonly encoding?: 'br';
  /** True for files whose name holds a hash of their content. */
  readonly isImmutable: boolean;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Answers the file of `folder` for the path of an address (still percent-encoded), `/` being `index.html`;
 * undefined for anything that is not a file inside the folder, whatever the path tries. With `acceptsBrotli`, the compressed copy
 * that the build laid beside it, where it did.
 */
export async function findRendererFile(
  folder: string,
  urlPath: string,
  { acceptsBrotli = false }: { readonly acceptsBrotli?: boolean } = {},
): Promise<RendererFile | undefined> {
  const segments = safeSegments(urlPath);
  if (segments === undefined) return undefined;
  const contentType = contentTypes[extname(segments.at(-1) ?? '').toLowerCase()];
  if (contentType === undefined) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    if (!file.startsWith(root + sep)) return undefined;
    const about = { contentType, isImmutable: segments[0] === 'assets' };
    const compressed = acceptsBrotli ? await sizeOf(`${file}.br`).catch(() => undefined) : undefined;
    if (compressed !== undefined) return { ...about, path: `${file}.br`, size: compressed, encoding: 'br' };
    const size = await sizeOf(file);
    return size === undefined ? undefined : { ...about, path: file, size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined for what is no file. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path);
  return found.isFile() ? found.size : undefined;
}

function safeSegments(urlPath: string): readonly string[] | undefined {
  if (urlPath === '/') return ['index.html'];
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  const segments = path.split('/').slice(1);
  const isSafe = path.startsWith('/') && segments.every((segment) => /^[\w][\w.-]*$/.test(segment));
  return isSafe ? segments : undefined;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'].includes(String(code));
}
