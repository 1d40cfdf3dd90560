import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { admlOf, admxOf } from './policy/group-policy.ts';
import { policyEntries } from './policy/policy-entries.ts';
import { withReferenceTable } from './policy/reference-table.ts';
import { mobileConfigOf, policyJsonOf } from './policy/samples.ts';

/**
 * `npm run policy:files`: writes what administrators deploy, from the schema of the policy, into `out/policy/`, and its reference
 * into `docs/administration.md`.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const entries = policyEntries();
const files: Readonly<Record<string, string>> = {
  'tenant-desk.admx': admxOf(entries),
  'en-US/tenant-desk.adml': admlOf(entries),
  'tenant-desk.mobileconfig': mobileConfigOf(entries),
  'policy.json': policyJsonOf(entries),
};
for (const [name, content] of Object.entries(files)) {
  const file = join(root, 'out', 'policy', name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
const document = join(root, 'docs', 'administration.md');
const text = withReferenceTable(await readFile(document, 'utf8'), entries);
await writeFile(document, await format(text, { ...(await resolveConfig(document)), filepath: document }));
process.stdout.write(`${Object.keys(files).join('\n')}\n`);
