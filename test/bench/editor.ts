import { complete } from '@tenant-desk/freemarker/completion';
import { diagnoseAtOnce, diagnoseDocument, TemplateDocument } from '@tenant-desk/freemarker/diagnostics';
import type { VariableModel } from '@tenant-desk/freemarker/diagnostics';
import type { Benchmark, Figure } from './benchmark.ts';

const LENGTH = 200_000;
const WARM_UP = 20;
const EDITS = 80;

const section = (n: number): string => `  <#-- section ${n} -->
  <#if event.severity == "critical" && (event.items${n % 7})?has_content>
    <#list event.items${n % 7} as item>
    {"id": "\${item.id?json_string}", "n": \${(item.n!0)?c}}<#sep>,</#sep>
    </#list>
  <#else>
    <#assign total${n % 50} = (total${n % 50}!0) + 1>
    null
  </#if>,
`;

function flat(): string {
  let text = '[\n';
  for (let n = 0; text.length < LENGTH; n++) text += section(n);
  return `${text}null]\n`;
}

const many = (count: number, write: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => write(n)).join('');

/** A hundred nested blocks that are all closed at the end. */
function inBlocks(): string {
  const open = many(100, () => `<#if event??>\n${many(7, section)}`);
  return `[\n${open}null${'</#if>\n'.repeat(100)}]\n`;
}

const sampleText = 'lorem ipsum dolor ';
const nestedLine = `${'<#if a>'.repeat(40)}x\${y}${'</#if>'.repeat(40)}\n`;

const shapes: Readonly<Record<string, string>> = {
  macros: many(2400, (n) => `<#macro m${n} a b="x"><@m${(n + 1) % 2400} a=a/>\${b}</#macro>\n`),
  'many variables': many(6000, (n) => `<#assign v${n} = ${n}>\n`) + many(4000, (n) => `\${v${n}}\n`),
  'a hundred blocks': inBlocks(),
  'square brackets': `[#ftl]\n${flat().replaceAll(/<(\/?#[^>]*)>/g, '[$1]')}`,
  'string left open at the top': `\${"abc}\n${flat()}`,
  'one text': `{"a": "${many(11_100, () => sampleText)}"}`,
  'one comment': `<#-- ${many(11_100, () => sampleText)} -->\${a}`,
  'one string': `<#assign s = "${many(11_100, () => sampleText)}">\${s}`,
  'one string with interpolations': `<#assign s = "${many(11_100, () => 'lorem ${a!} dolor ')}">\${s}`,
  'one hash': `<#assign h = {${many(11_000, (n) => `"key${n}": ${n}, `)}"last": 0}>\${h.key5}`,
  'one call': `<#macro f a...>\${a?size}</#macro><@f ${many(15_000, (n) => `x${n}=${n} `)}/>`,
  'flat webhook': flat(),
  'deep nesting': nestedLine.repeat(Math.ceil(LENGTH / nestedLine.length)),
  'one long line': flat().replaceAll('\n', ' '),
  'one block': `<#list tenants as tenant>\n${flat()}</#list>\n`,
  'block left open': `<#list tenants as tenant>\n${flat()}`,
  'many left open': flat().replaceAll('</#list>', ''),
  'many broken': flat().replaceAll('?json_string', '?json_strin').replaceAll('<#else>', '<#els>'),
};

/** Single characters at random places, the same in every run: most break the template. */
function* edits(base: string): Generator<{ readonly text: string; readonly offset: number }> {
  let state = 11;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
  for (let edit = 0; edit < WARM_UP + EDITS; edit++) {
    const at = random(base.length);
    const typed = 'x ."?}'.charAt(random(6));
    yield { text: base.slice(0, at) + typed + base.slice(at), offset: at + 1 };
  }
}

interface Times {
  readonly median: number;
  readonly p95: number;
}

function timesOf(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}

let resultCount = 0;

function timed(durations: number[], work: () => { readonly length: number }): void {
  const start = performance.now();
  resultCount += work().length;
  durations.push(performance.now() - start);
}

/** Parsing the whole text takes long: it is only measured for some of the edits. */
const REFERENCE_INTERVAL = 5;

interface Asking {
  readonly incremental: (text: string, offset: number) => { readonly length: number };
  readonly fullParse: (text: string, offset: number) => { readonly length: number };
}

/** Alternates both, so that load peaks of the machine affect both. */
function compare(
  base: string,
  { incremental, fullParse }: Asking,
): { readonly incremental: Times; readonly fullParse: Times } {
  const durations: number[] = [];
  const reference: number[] = [];
  let edit = 0;
  for (const { text, offset } of edits(base)) {
    const isMeasured = ++edit > WARM_UP;
    timed(isMeasured ? durations : [], () => incremental(text, offset));
    if (edit % REFERENCE_INTERVAL === 0) timed(isMeasured ? reference : [], () => fullParse(text, offset));
  }
  return { incremental: timesOf(durations), fullParse: timesOf(reference) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** A single element is parsed as a whole, and then searched for changes, too: only the time matters. */
const isOneElement = (shape: string): boolean => /^one (?:text|comment|string|hash|call)/.test(shape);

function figure(what: string, shape: string, asking: Asking, goalOfP95: number): Figure {
  const { incremental, fullParse } = compare(shapes[shape] ?? '', asking);
  return {
    figure: `${what} 200 KB, ${shape}`,
    ratio: incremental.median / fullParse.median,
    unit: 'times the duration',
    reference: 'reading all of the template',
    goal: isOneElement(shape) ? 'at most 2.0' : 'at most 0.7',
    detail: {
      milliseconds: rounded(incremental.median),
      p95: rounded(incremental.p95),
      goalOfP95,
      reference: rounded(fullParse.median),
      referenceP95: rounded(fullParse.p95),
    },
  };
}

const variables: readonly VariableModel[] = [];
const options = { variables, contentType: 'application/json' };
const items = (n: number): readonly unknown[] => Array.from({ length: n % 3 }, () => ({ id: 'a', n }));
const model = {
  a: true,
  y: 1,
  tenants: [1, 2],
  event: Object.fromEntries([
    ['severity', 'critical'],
    ...Array.from({ length: 7 }, (_, n) => [`items${n}`, items(n)] as const),
  ]),
};

function diagnosing(given: typeof options & { readonly model?: unknown }): Asking {
  const document = new TemplateDocument();
  return {
    incremental: (text) => diagnoseDocument(document, text, given),
    fullParse: (text) => diagnoseAtOnce(text, given),
  };
}

/** In an interpolation, where all variables are offered. */
function completing(): Asking {
  const document = new TemplateDocument();
  const completed = (text: string, offset: number, of: TemplateDocument) => {
    const asking = `${text.slice(0, offset)} \${}${text.slice(offset)}`;
    return complete(asking, offset + 3, variables, of).items;
  };
  return {
    incremental: (text, offset) => completed(text, offset, document),
    fullParse: (text, offset) => completed(text, offset, new TemplateDocument()),
  };
}

/**
 * What the template editor does after each key: with an incremental document, against parsing the whole text
 * again.
 */
const benchmark: Benchmark = {
  name: 'editor',
  run() {
    const figures = Object.keys(shapes).flatMap((shape) => [
      figure('problems of', shape, diagnosing(options), 50),
      figure('problems with a sample of', shape, diagnosing({ ...options, model }), 50),
      figure('completion in', shape, completing(), 10),
    ]);
    if (resultCount === 0) throw new Error('Nothing was found in any template.');
    return Promise.resolve(figures);
  },
};

export default benchmark;
