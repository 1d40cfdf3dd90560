import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Exported } from './export-rows.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs a program of this folder and returns its output. */
export const runProgram = async (name: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [fileOf(name), ...args])).stdout;

/** Runs a query of all rows in the services of the window, and writes its result to `result` in the folder. */
export const exportRows = async (baseUrl: string, folder: string, format: string): Promise<Exported> =>
  JSON.parse(await runProgram('export-rows.ts', baseUrl, folder, format)) as Exported;

/** A tenant that answers every query with pages of the table. */
export async function serveRows(tablePath: string): Promise<{ readonly baseUrl: string; stop(): void }> {
  const server = spawn(process.execPath, [fileOf('serve-rows.ts'), tablePath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return { baseUrl: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void server.kill() };
}
