import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brokenLinks } from './broken-links.ts';

/**
 * Part of `npm run check`: links between the repository's Markdown files lead to existing files and headings.
 */
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const documents = globSync('**/*.md', {
  exclude: (path) => /(^|[/\\])(node_modules|dist|out|results|corpus|\.git)$/.test(path),
});
const github = globSync('.github/**/*.md');
const broken = brokenLinks([...documents, ...github], (path) => readFileSync(path, 'utf8'));
for (const { document, line, link, reason } of broken) console.log(`${document}:${line}: ${link}: ${reason}`);
process.exitCode = broken.length === 0 ? 0 : 1;
