import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import type { ContextBridge } from 'electron';

/**
 * Runs a preload script with only what a sandboxed one has, `require('electron')` with two names, and returns
 * what it exposed to the page. Any other access by the script would throw.
 */
export async function runPreload(file: string, ipcRenderer: object): Promise<Record<string, unknown>> {
  const world: Record<string, unknown> = {};
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => void (world[key] = api),
  } satisfies Pick<ContextBridge, 'exposeInMainWorld'>;
  const require = (name: string): object => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`A sandboxed preload script can't require ${name}.`);
  };
  const context = createContext({ require, module: { exports: {} }, exports: {} });
  runInContext(await readFile(file, 'utf8'), context, { filename: file });
  return world;
}
