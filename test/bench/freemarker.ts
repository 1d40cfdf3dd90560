import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compile, type Value } from '@tenant-desk/freemarker';
import type { Benchmark, Figure } from './benchmark.ts';
import { BENCHMARK_CASES, type BenchmarkCase } from './freemarker/benchmark-cases.ts';
import { BY_HAND } from './freemarker/by-hand.ts';
import {
  coldStartOfOriginal,
  compileHarness,
  OriginalEngine,
  othersOf,
  writeCase,
} from './freemarker/original-engine.ts';
import { FURTHER_CASES, type FurtherCase } from './freemarker/further-cases.ts';

const ROUNDS = 9;
const WARM_UP = 2000;
const MEASURE = 300;
const COLD_STARTS = 5;
const LEAK_RENDERS = 1_000_000;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

let sink = 0;

/** How often `work` runs per second, measured for this many milliseconds. */
function rate(work: () => number, milliseconds: number): number {
  const start = performance.now();
  const end = start + milliseconds;
  let count = 0;
  while (performance.now() < end) {
    sink += work();
    count++;
  }
  return count / ((performance.now() - start) / 1000);
}

/** Alternates both sides, so that load peaks of the machine affect both. */
interface Contest {
  readonly ours: () => number;
  readonly theirs: (milliseconds: number) => Promise<number>;
}

async function compare({ ours, theirs }: Contest): Promise<{ ratio: number; ours: number; theirs: number }> {
  rate(ours, WARM_UP);
  await theirs(WARM_UP);
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(rate(ours, MEASURE));
    other.push(await theirs(MEASURE));
  }
  // Each round is compared with its neighbor: other load on the machine changes between rounds.
  const ratios = own.map((rate, round) => rate / (other[round] ?? Number.NaN));
  return { ratio: median(ratios), ours: median(own), theirs: median(other) };
}

const rounded = (value: number): number => Math.round(value);

/** Measures complete renderings: prevents the limits from stopping them. */
const LIMITS = { milliseconds: 60_000, steps: 1_000_000_000 };

/** The everyday templates, and those that stress one part of the language. */
const MAIN = { goal: 'at least 3.0', measuresParsing: true };
const FURTHER = { goal: 'at least 1.5', measuresParsing: false };

async function againstOriginal(
  testCase: BenchmarkCase | FurtherCase,
  classPath: string,
  folder: string,
  { goal, measuresParsing }: { readonly goal: string; readonly measuresParsing: boolean },
): Promise<readonly Figure[]> {
  const original = new OriginalEngine(classPath, folder);
  try {
    await original.ready();
    const model: Value = testCase.model;
    const templates = othersOf(testCase);
    const render = compile(testCase.template, { limits: LIMITS, templates });
    if (render(model) !== (await original.output())) {
      throw new Error(`The two engines print different texts for the case "${testCase.name}".`);
    }
    const renders = await compare({
      ours: () => render(model).length,
      theirs: (milliseconds) => original.rate('render', milliseconds),
    });
    const reference = 'warm FreeMarker on the JVM, same output';
    const detail = (result: { ours: number; theirs: number }) => ({
      ours: rounded(result.ours),
      reference: rounded(result.theirs),
    });
    const figures: Figure[] = [
      {
        figure: `renders, ${testCase.name}`,
        ratio: renders.ratio,
        unit: 'times as many per second',
        reference,
        goal,
        detail: detail(renders),
      },
    ];
    if (!measuresParsing) return figures;
    const parses = await compare({
      ours: () => compile(testCase.template).length,
      theirs: (milliseconds) => original.rate('parse', milliseconds),
    });
    figures.push({
      figure: `parses, ${testCase.name}`,
      ratio: parses.ratio,
      unit: 'times as many per second',
      reference,
      goal: 'at least 1.0',
      detail: detail(parses),
    });
    return figures;
  } finally {
    original.close();
  }
}

/** The engine compared with the best that plain JavaScript can do. */
async function againstHandWritten(
  testCase: BenchmarkCase | FurtherCase,
  byHand: () => string,
): Promise<Figure> {
  const render = compile(testCase.template, { limits: LIMITS, templates: othersOf(testCase) });
  const model: Value = testCase.model;
  if (render(model) !== byHand()) {
    throw new Error(`The hand-written function prints another text for the case "${testCase.name}".`);
  }
  const result = await compare({
    ours: () => render(model).length,
    theirs: async (milliseconds) => rate(() => byHand().length, milliseconds),
  });
  return {
    figure: `one render, ${testCase.name}`,
    ratio: 1 / result.ratio,
    unit: 'times the duration',
    reference: 'a hand-written function with the same output',
    goal: 'at most 4.0',
    detail: { ours: rounded(result.ours), reference: rounded(result.theirs) },
  };
}

/** The handwritten function of a further case. */
function handWritten({ name, model }: FurtherCase): () => string {
  const byHand = BY_HAND[name];
  if (byHand === undefined) throw new Error(`Nobody wrote the case "${name}" by hand.`);
  return () => byHand(model);
}

const root = new URL('../../', import.meta.url);

/** The command as shipped, compiled, against the compiled classes of the original. */
function coldStart(classPath: string, folder: string, { template, model }: BenchmarkCase): Figure {
  const built = spawnSync(process.execPath, [fileURLToPath(new URL('tools/build.ts', root)), 'freemarker']);
  if (built.status !== 0) throw new Error('The command could not be built.');
  const command = fileURLToPath(new URL('packages/freemarker/src/command/main.js', root));
  const input = JSON.stringify({ template, model });
  const firstRender = (): number => {
    const start = performance.now();
    const { status, stdout } = spawnSync(process.execPath, [command], { input, encoding: 'utf8' });
    if (status !== 0 || !stdout.startsWith('{"output"'))
      throw new Error('The engine could not render in a fresh process.');
    return performance.now() - start;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  // The first process of each side fills caches: of compiled code here and of the disk there.
  firstRender();
  coldStartOfOriginal(classPath, folder);
  for (let round = 0; round < COLD_STARTS; round++) {
    ours.push(firstRender());
    theirs.push(coldStartOfOriginal(classPath, folder));
  }
  return {
    figure: 'first render in a fresh process',
    ratio: median(ours) / median(theirs),
    unit: 'times the duration',
    reference: 'FreeMarker in a fresh JVM',
    goal: 'at most 0.33',
    detail: { milliseconds: rounded(median(ours)), reference: rounded(median(theirs)) },
  };
}

/** The heap after a million renderings against the heap after a tenth of them. */
function heapGrowth(testCase: BenchmarkCase): Figure {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const render = compile(testCase.template);
  const model: Value = testCase.model;
  const heapAfter = (renders: number): number => {
    for (let i = 0; i < renders; i++) sink += render(model).length;
    collect();
    return process.memoryUsage().heapUsed;
  };
  const early = heapAfter(LEAK_RENDERS / 10);
  const late = heapAfter(LEAK_RENDERS - LEAK_RENDERS / 10);
  return {
    figure: 'heap after a million renders',
    ratio: late / early,
    unit: 'times the heap',
    reference: 'the same process after the first 100,000',
    goal: 'at most 1.05',
    detail: { megabytes: Math.round(late / 100_000) / 10 },
  };
}

/** The template engine against plain code, and against the original if a JDK and FreeMarker are installed. */
const benchmark: Benchmark = {
  name: 'freemarker',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'freemarker-bench-'));
    try {
      const figures: Figure[] = [];
      const classPath = compileHarness(folder);
      for (const testCase of BENCHMARK_CASES) {
        const own = writeCase(testCase, folder);
        if (classPath !== undefined) figures.push(...(await againstOriginal(testCase, classPath, own, MAIN)));
        figures.push(await againstHandWritten(testCase, () => testCase.byHand(testCase.model)));
      }
      for (const testCase of FURTHER_CASES) {
        const own = writeCase(testCase, folder);
        if (classPath !== undefined)
          figures.push(...(await againstOriginal(testCase, classPath, own, FURTHER)));
        figures.push(await againstHandWritten(testCase, handWritten(testCase)));
      }
      const [small] = BENCHMARK_CASES;
      if (small !== undefined) {
        if (classPath !== undefined) figures.push(coldStart(classPath, writeCase(small, folder), small));
        figures.push(heapGrowth(small));
      }
      if (Number.isNaN(sink)) throw new Error('Nothing was measured.');
      return figures;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export default benchmark;
