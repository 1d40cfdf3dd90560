import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { serviceThreads } from './main-bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/** The command line `tdesk`: the services for Node, without Electron. */
export const commandBundle: Bundle = {
  name: 'command',
  sources: ['contract', 'languages', 'main'],
  async config(outFolder) {
    const config = nodeBundle({ index: `${rootFolder}main/command/index.ts`, ...serviceThreads }, outFolder);
    return { ...config, define: { tdeskVersion: JSON.stringify(await packageVersion()) } };
  },
};

async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(`${rootFolder}package.json`, 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
