import { complete } from '../../languages/freemarker/completion/index.ts';
import { diagnoseAtOnce, diagnoseDocument } from '../../languages/freemarker/diagnostics/diagnose.ts';
import { TemplateDocument } from '../../languages/freemarker/document/template-document.ts';
import type { VariableModel } from '../../languages/freemarker/variables/variable-model.ts';
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

const nestedLine = `${'<#if a>'.repeat(40)}x\${y}${'</#if>'.repeat(40)}\n`;

const shapes: Readonly<Record<string, string>> = {
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
  const sorted = durations.slice(WARM_UP).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}

let answers = 0;

function timed(durations: number[], work: () => { readonly length: number }): void {
  const start = performance.now();
  answers += work().length;
  durations.push(performance.now() - start);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function figure(what: string, kept: readonly number[], fresh: readonly number[], p95: number): Figure {
  const [own, reference] = [timesOf(kept), timesOf(fresh)];
  return {
    figure: what,
    ratio: own.median / reference.median,
    unit: 'times the duration',
    reference: 'reading all of the template',
    goal: 'at most 0.7',
    detail: {
      milliseconds: rounded(own.median),
      p95: rounded(own.p95),
      goalOfP95: p95,
      reference: rounded(reference.median),
      referenceP95: rounded(reference.p95),
    },
  };
}

const variables: readonly VariableModel[] = [];
const options = { variables, contentType: 'application/json' };

/** What the editor of templates does after each key, with a document that is kept against one that is read anew. */
const benchmark: Benchmark = {
  name: 'editor',
  run() {
    const figures: Figure[] = [];
    for (const [shape, base] of Object.entries(shapes)) {
      const document = new TemplateDocument();
      const diagnosed: number[] = [];
      const atOnce: number[] = [];
      const completed: number[] = [];
      const anew: number[] = [];
      // In turns, so that a busy moment of the machine hits both.
      for (const { text } of edits(base)) {
        timed(diagnosed, () => diagnoseDocument(document, text, options));
        timed(atOnce, () => diagnoseAtOnce(text, options));
      }
      const written = new TemplateDocument();
      for (const { text, offset } of edits(base)) {
        // In an interpolation, where all variables are offered.
        const asking = `${text.slice(0, offset)} \${}${text.slice(offset)}`;
        timed(completed, () => complete(asking, offset + 3, variables, written).items);
        timed(anew, () => complete(asking, offset + 3, variables, new TemplateDocument()).items);
      }
      figures.push(figure(`problems of 200 KB, ${shape}`, diagnosed, atOnce, 50));
      figures.push(figure(`completion in 200 KB, ${shape}`, completed, anew, 10));
    }
    if (answers === 0) throw new Error('Nothing was found in any template.');
    return Promise.resolve(figures);
  },
};

export default benchmark;
