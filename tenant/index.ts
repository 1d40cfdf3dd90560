import { Console } from 'node:console';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is cached between starts: most of a start is loading modules. The cache is beside the
// program: in the temporary folder, Node's default, another user who created that folder first could plant
// code for us to run. A bundle is a single file, and can't cache anything beside itself when packaged.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
}

// Standard output is only for the ready line, whatever a library logs.
globalThis.console = new Console(process.stderr);

// The same file is the tenant and its query processes: the packaged program has only one that can be started.
const entry = fileURLToPath(import.meta.url);
const [first, databaseFile] = process.argv.slice(2);

if (first === 'query-process' && databaseFile !== undefined) {
  const { serveQueries } = await import('./query/query-process.ts');
  serveQueries(databaseFile);
} else {
  const { runTenants } = await import('./command/run-tenants.ts');
  await runTenants(process.argv.slice(2), entry);
}
