import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Benchmark, Figure } from './benchmark.ts';

/**
 * `npm run --silent bench -- [--only NAME] [--json FILE]`: every figure as a ratio to its reference in the
 * same run.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });

const notBenchmarks = new Set(['run.ts', 'benchmark.ts']);
const files = readdirSync(new URL('.', import.meta.url)).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !notBenchmarks.has(file),
);
const names = files.map((file) => file.replace(/\.ts$/, ''));
if (values.only !== undefined && !names.includes(values.only)) {
  console.error(`There is no benchmark ${values.only}. There are: ${names.join(', ')}.`);
  process.exit(2);
}

const figures: (Figure & { readonly benchmark: string })[] = [];
for (const name of names) {
  if (values.only !== undefined && values.only !== name) continue;
  const { default: benchmark } = (await import(`./${name}.ts`)) as { readonly default: Benchmark };
  for (const figure of await benchmark.run()) {
    figures.push({ benchmark: benchmark.name, ...figure });
    const goal = figure.goal === undefined ? '' : `  (goal ${figure.goal})`;
    console.log(
      `${benchmark.name}  ${figure.figure}: ${figure.ratio.toFixed(2)} ${figure.unit} against ${figure.reference}${goal}`,
    );
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ figures }, null, 2)}\n`);
