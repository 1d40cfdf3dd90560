import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FaultyTenant } from '../faults/faulty-tenant.ts';
import { runTdesk, tdeskJson } from './run-tdesk.ts';

/** Every file below a folder with its content, by path. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}

/** Changes a file. Throws if that changes nothing. */
export function editFile(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The edit changes nothing in ${path}.`);
  writeFileSync(join(folder, path), after);
}

/** What documents of plans and runs have in common. */
export interface RunDocument {
  readonly run: string;
  readonly state: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly { readonly kind: string; readonly action: string; readonly name: string }[];
  readonly accept: readonly { readonly code: string }[];
}

const historyDocument = z.object({ runs: z.array(z.object({ run: z.string(), state: z.string() })) });

/** `tdesk` in runs whose tenant the environment defines. */
export function tdeskOn(
  { address: { name, baseUrl, analyticsUrl }, accessToken }: Pick<FaultyTenant, 'address' | 'accessToken'>,
  state: string,
) {
  const env = {
    TDESK_TENANT_URL: baseUrl,
    TDESK_ANALYTICS_URL: analyticsUrl,
    TDESK_TENANT_NAME: name,
    TDESK_TOKEN: accessToken,
    TDESK_STATE: state,
  };
  return {
    env,
    run: (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runTdesk(args, { env: { ...env, ...more } }),
    json: async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      (await tdeskJson(args, { env: { ...env, ...more } })) as RunDocument,
    /** All runs, newest first. */
    history: async () => historyDocument.parse(await tdeskJson(['history'], { env })).runs,
  };
}
