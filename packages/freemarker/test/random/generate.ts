import { AREAS } from './areas.ts';
import { MODEL } from './expressions.ts';
import { randomOf } from './random.ts';

/**
 * `node test/random/generate.ts SEED COUNT [AREA]` prints random cases of areas that nest literals,
 * formats, namespaces and errors, one as JSON a line in the shape of the corpus, to be rendered beside the original.
 */
const [seed = '1', count = '1000', only] = process.argv.slice(2);
const names = Object.keys(AREAS).filter((name) => only === undefined || name === only);
const lines: string[] = [];
for (let i = 0; i < Number(count); i++) {
  const area = names[i % names.length] ?? '';
  const made = AREAS[area]?.(randomOf(Number(seed), i));
  lines.push(JSON.stringify({ name: `${seed}/${area}/${i}`, area, ...made, model: MODEL }));
}
process.stdout.write(`${lines.join('\n')}\n`);
