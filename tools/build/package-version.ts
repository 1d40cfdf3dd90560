import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { rootFolder } from './bundle.ts';

/** The version in package.json. */
export async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(`${rootFolder}package.json`, 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
