import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Value } from '../../../languages/freemarker/engine.ts';

/** Renders the case of a folder once: what a fresh process takes until the first output. */
const folder = process.argv[2] ?? '';
// As the engine's command does: the product ships compiled modules, and stripping types is not what is measured.
enableCompileCache(join(folder, 'compile-cache'));
const { compile } = await import('../../../languages/freemarker/engine.ts');
const template = readFileSync(join(folder, 'template.ftl'), 'utf8');
const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Value;
process.stdout.write(compile(template)(model));
