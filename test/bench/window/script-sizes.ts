import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Scripts of a built page, by the names of their files. */
export type Scripts = ReadonlySet<string>;

/** The scripts of the page itself: nothing is on the screen before all of them have run. */
export function scriptsOfPage(folder: string): Scripts {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return withImports(
    folder,
    [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name),
  );
}

/** The additional scripts of a part that is loaded on demand; it is named by its first module. */
export function scriptsOfPart(folder: string, module: string): Scripts {
  const page = scriptsOfPage(folder);
  const texts = [...page].map((name) => textOf(folder, name)).join('\n');
  const [name] = new RegExp(`\\b${module}-[\\w-]+\\.js`).exec(texts) ?? [];
  if (name === undefined) throw new Error(`The page loads no ${module}.`);
  return new Set([...withImports(folder, [name])].filter((one) => !page.has(one)));
}

/** Bytes after gzip, with each file compressed separately as it is sent. */
export function compressedBytes(folder: string, scripts: Scripts): number {
  return [...scripts].reduce((sum, name) => sum + gzipSync(textOf(folder, name), { level: 9 }).byteLength, 0);
}

/** With all static imports, and without what they may load later. */
function withImports(folder: string, names: readonly string[]): Scripts {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const [, imported = ''] of textOf(folder, name).matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      waiting.push(imported);
  }
  return found;
}

function textOf(folder: string, name: string): string {
  return readFileSync(join(folder, 'assets', name), 'utf8');
}
