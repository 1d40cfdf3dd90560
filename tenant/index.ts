import { Console } from 'node:console';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept between starts: most of a start is loading modules. It is kept beside the program: in the folder
// for temporary files, where Node would keep it, whoever made that folder first could leave code for us to run. A bundle
// is one file, and can keep nothing beside itself where it is packed.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
}

// Standard output has the ready line and nothing else, whatever a library has to say.
globalThis.console = new Console(process.stderr);

// The same file is the tenant and its query processes: in the packaged program it is the only one that can be started.
const entry = fileURLToPath(import.meta.url);
const [first, databaseFile] = process.argv.slice(2);

if (first === 'query-process' && databaseFile !== undefined) {
  const { serveQueries } = await import('./query/query-process.ts');
  serveQueries(databaseFile);
} else {
  const { runTenants } = await import('./command/run-tenants.ts');
  await runTenants(process.argv.slice(2), entry);
}
