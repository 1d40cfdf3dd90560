import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Third-party licenses, in the renderer folder, which both hosts have. */
export const licensesFileName = 'licenses.json';

/** A file of the built renderer. */
export interface RendererFile {
  readonly path: string;
  readonly size: number;
  readonly contentType: string;
  /** Compression of its content; absent if uncompressed. */
  readonly encoding?: 'br';
  /** True for files with a content hash in their name. */
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
 * Resolves a URL path (still percent-encoded) to a file in `folder`, `/` being `index.html`; undefined for anything that isn't a
 * file inside the folder, including path traversal. With `acceptsBrotli`, returns the precompressed copy if the build created one.
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

/** Undefined if it isn't a file. */
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
