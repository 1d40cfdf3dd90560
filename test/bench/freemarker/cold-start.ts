import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type Value } from '../../../languages/freemarker/index.ts';

/** Renders the case of a folder once: what a fresh process takes until the first output. */
const folder = process.argv[2] ?? '';
const template = readFileSync(join(folder, 'template.ftl'), 'utf8');
const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Value;
process.stdout.write(compile(template)(model));
