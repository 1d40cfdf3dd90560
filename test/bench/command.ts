import type { Benchmark } from './benchmark.ts';
import { measurePlan } from './command/plan-time.ts';
import { measureQuery } from './command/query-time.ts';
import { measureStarts } from './command/start-times.ts';

const measurements = { start: measureStarts, plan: measurePlan, query: measureQuery } as const;

/** The command line against a bare Node, and against the services of the window. `BENCH_FIGURES=plan,query` measures only some. */
const benchmark: Benchmark = {
  name: 'command',
  async run() {
    const named = process.env['BENCH_FIGURES']?.split(',') ?? Object.keys(measurements);
    const figures = [];
    for (const [name, measure] of Object.entries(measurements)) {
      if (named.includes(name)) figures.push(...(await measure()));
    }
    return figures;
  },
};

export default benchmark;
