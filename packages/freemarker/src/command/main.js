import { enableCompileCache } from 'node:module';
import { compiledCommand } from './compiled-command.js';

/*
 * The command `npm run freemarker`. It is JavaScript on purpose: stripping the types of a single file loads the
 * stripper, which takes longer than starting and rendering a template. So the compiled command runs where there is
 * a fresh one (installing and building make it), and the sources otherwise.
 */
enableCompileCache();
const compiled = compiledCommand(
  new URL('../../../../dist/freemarker/index.js', import.meta.url),
  new URL('../', import.meta.url),
);
await import(compiled?.href ?? './run-cases.ts');
