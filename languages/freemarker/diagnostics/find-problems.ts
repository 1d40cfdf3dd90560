import { elementsIn, expressionsIn } from '../analysis/expression-children.ts';
import { addKind, ownVariablesIn, type OwnVariable } from '../analysis/template-scope.ts';
import type { KnownVariables, ValueKind } from '../analysis/value-kinds.ts';
import type { Element, MacroElement } from '../ast/elements.ts';
import type { TemplateError } from '../errors/template-error.ts';
import type { SourceText } from '../source/source-text.ts';
import type { Before, Diagnostic, DiagnosticCode, Rule, TemplateFacts, WholeRule } from './diagnostic.ts';
import { interpolationPlacesFrom, outsideString } from './json-context.ts';
import { argumentsWithoutComma } from './rules/arguments-without-comma.ts';
import { bareBoolean } from './rules/bare-boolean.ts';
import { comparisonEndsTag } from './rules/comparison-ends-tag.ts';
import { deprecatedForms } from './rules/deprecated-forms.ts';
import { greedyDefault } from './rules/greedy-default.ts';
import { assignedNames, jsonOutput, setsPlainNumbers } from './rules/json-output.ts';
import { jsonShape } from './rules/json-shape.ts';
import { sampleRun } from './rules/sample-run.ts';
import { unknownNames } from './rules/unknown-names.ts';
import { syntaxDiagnostic } from './syntax-errors.ts';

/** In the order in which findings at the same place are told; `jsonShape` has its place among them. */
const rulesBefore: readonly Rule[] = [
  comparisonEndsTag,
  greedyDefault,
  argumentsWithoutComma,
  bareBoolean,
  jsonOutput,
];
const rulesAfter: readonly Rule[] = [unknownNames, deprecatedForms];

/** Findings after which the output of a sample can be expected to be no JSON. */
const jsonCodes: readonly DiagnosticCode[] = [
  'invalid-json',
  'number-without-c',
  'string-without-json-string',
  'value-without-quotes',
  'wrong-escaping',
];

/** A part of a template, which may be all of it. */
export interface Part {
  readonly root: Element;
  /** That the places of its elements are offsets into. */
  readonly text: string;
  /** What to add to them for places in the template. */
  readonly base: number;
  /** What was found out about the part before, for as long as it is kept; undefined for one that is not. */
  readonly memory: PartMemory | undefined;
}

/** The parts of a template and what reading them gave. */
export interface WholeTemplate {
  readonly name: string;
  readonly text: string;
  readonly parts: readonly Part[];
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly errors: readonly TemplateError[];
  readonly memory: TemplateMemory | undefined;
}

/** Stands for a text that is as long as a template and compared for each of its parts. */
class Signature {
  #text: string | undefined;
  #token = {};

  /** The same object for as long as the text is the same. */
  tokenFor(text: string): object {
    if (text !== this.#text) this.#token = {};
    this.#text = text;
    return this.#token;
  }
}

/** What all parts depend on, for as long as a template is kept. */
export class TemplateMemory {
  readonly own = new Signature();
  readonly facts = new Signature();
}

/** What is known of a part until something changes that it depends on. */
export class PartMemory {
  own:
    | { readonly known: object; readonly kinds: readonly (ValueKind | undefined)[]; readonly own: OwnOfPart }
    | undefined;
  names: readonly string[] | undefined;
  assigned: { readonly token: object; readonly names: ReturnType<typeof assignedNames> } | undefined;
  traits: PartTraits | undefined;
  found: { readonly token: object; readonly before: Before; readonly found: PartFindings } | undefined;
}

interface OwnOfPart {
  readonly variables: readonly OwnVariable[];
  /** Names, kinds and origins in their order. */
  readonly signature: string;
}

/** What a part tells about the others, whatever they are. */
interface PartTraits {
  readonly usesOthers: boolean;
  readonly printsPlainNumbers: boolean | undefined;
  readonly setsBooleanFormat: boolean;
}

interface PartFindings {
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
  readonly string: Before['string'];
}

function traitsOf({ root, memory }: Part): PartTraits {
  if (memory?.traits !== undefined) return memory.traits;
  let usesOthers = false;
  let setsBooleanFormat = false;
  for (const element of elementsIn(root)) {
    if (element.type === 'include' || element.type === 'import') usesOthers = true;
    if (element.type === 'setting' && element.name === 'boolean_format') setsBooleanFormat = true;
  }
  const traits = { usesOthers, setsBooleanFormat, printsPlainNumbers: setsPlainNumbers(root) };
  if (memory !== undefined) memory.traits = traits;
  return traits;
}

/** The names whose kinds decide what the part's own variables hold: those that its assignments read. */
function namesRead({ root, memory }: Part): readonly string[] {
  if (memory?.names !== undefined) return memory.names;
  const names = new Set<string>();
  for (const { expression, element } of expressionsIn(root)) {
    if (expression.type === 'identifier' && element.type === 'assign') names.add(expression.name);
  }
  for (const element of elementsIn(root)) {
    if (element.type === 'assign') for (const { name } of element.assignments) names.add(name);
  }
  const read = [...names];
  if (memory !== undefined) memory.names = read;
  return read;
}

/** The variables that the template makes, part by part, at places in their parts. */
export function ownByPart(parts: readonly Part[], known: Omit<KnownVariables, 'own'>): readonly OwnOfPart[] {
  const kinds = new Map<string, ValueKind>();
  return parts.map((part) => {
    const { memory, root } = part;
    const entry = memory === undefined ? [] : namesRead(part).map((name) => kinds.get(name));
    const before = memory?.own;
    if (before?.known === known && before.kinds.every((kind, index) => kind === entry[index])) {
      for (const variable of before.own.variables) if (variable.origin !== 'lambda') addKind(kinds, variable);
      return before.own;
    }
    const variables = ownVariablesIn(root, known, kinds);
    const signature = variables.map(({ name, kind, origin }) => `${name}:${kind}:${origin}`).join(' ');
    const own = { variables, signature };
    if (memory !== undefined) memory.own = { known, kinds: entry, own };
    return own;
  });
}

/** All that can be told about a template, in the order of the source. */
export function findProblems(
  template: WholeTemplate,
  given: Omit<KnownVariables, 'own'>,
  isJson: boolean,
): readonly Diagnostic[] {
  const { parts, text, errors, macros, name, memory = new TemplateMemory() } = template;
  const ownOf = ownByPart(parts, given);
  const kinds = new Map<string, ValueKind>();
  for (const { variables } of ownOf) for (const variable of variables) addKind(kinds, variable);
  const known = { ...given, own: kinds };
  const own = [isJson, ...macros.keys(), ...ownOf.map((own) => own.signature)].join('\n');
  const facts = factsOf(template, ownOf, known, memory.own.tokenFor(own));
  const { usesOthers, printsPlainNumbers, escaped } = facts;
  const token = memory.facts.tokenFor([usesOthers, printsPlainNumbers, ...escaped, own].join('\n'));

  const found = errors.map((error) => syntaxDiagnostic(error, text));
  const foundAfter: Diagnostic[] = [];
  let before: Before = { string: outsideString, hasBooleanFormat: false };
  for (const [index, part] of parts.entries()) {
    const findings = findInPart(part, token, given, before, {
      known,
      facts,
      isJson,
      own: () =>
        ownOf.flatMap((own, other) => (other === index ? own.variables : withoutLoops(own.variables))),
    });
    for (const diagnostic of findings.before) found.push(moved(diagnostic, part.base));
    for (const diagnostic of findings.after) foundAfter.push(moved(diagnostic, part.base));
    const { setsBooleanFormat } = traitsOf(part);
    before = { string: findings.string, hasBooleanFormat: before.hasBooleanFormat || setsBooleanFormat };
  }
  const bases = new Map<SourceText, number>(parts.map(({ root, base }) => [root.source, base]));
  const whole = {
    name,
    text,
    parts,
    macros,
    errors,
    known,
    isJson,
    own: ownOf.flatMap(({ variables }) => variables),
    baseOf: (source: SourceText) => bases.get(source) ?? 0,
  };
  pushAll(found, jsonShape, whole);
  for (const diagnostic of foundAfter) found.push(diagnostic);
  // What reading the template shows is told more exactly than what running it does.
  const explainsBadJson = found.some(({ code }) => jsonCodes.includes(code));
  for (const diagnostic of sampleRun(whole)) {
    if (diagnostic.code !== 'invalid-json' || !explainsBadJson) found.push(diagnostic);
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function pushAll(found: Diagnostic[], rule: WholeRule, whole: Parameters<WholeRule>[0]): void {
  for (const diagnostic of rule(whole)) found.push(diagnostic);
}

/** What the names alone say that nothing defines. */
export function findUnknownNames(
  {
    root,
    text,
    macros,
  }: { readonly root: Element; readonly text: string; readonly macros: ReadonlyMap<string, MacroElement> },
  given: Omit<KnownVariables, 'own'>,
): readonly Diagnostic[] {
  const part: Part = { root, text, base: 0, memory: undefined };
  const own = ownByPart([part], given)[0]?.variables ?? [];
  const kinds = new Map<string, ValueKind>();
  for (const variable of own) addKind(kinds, variable);
  const { usesOthers } = traitsOf(part);
  const facts = { macros, usesOthers, printsPlainNumbers: false, escaped: new Set<string>() };
  const before = { string: outsideString, hasBooleanFormat: false };
  return [
    ...unknownNames({ root, text, own, known: { ...given, own: kinds }, isJson: false, facts, before }),
  ];
}

function withoutLoops(variables: readonly OwnVariable[]): readonly OwnVariable[] {
  return variables.filter(({ origin }) => origin !== 'loop');
}

function factsOf(
  { parts, macros }: WholeTemplate,
  ownOf: readonly OwnOfPart[],
  known: KnownVariables,
  token: object,
): TemplateFacts {
  let usesOthers = false;
  let printsPlainNumbers = false;
  const escaped = new Set<string>();
  const others = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const traits = traitsOf(part);
    usesOthers ||= traits.usesOthers;
    printsPlainNumbers = traits.printsPlainNumbers ?? printsPlainNumbers;
    const assigned = part.memory?.assigned;
    const names =
      assigned?.token === token
        ? assigned.names
        : assignedNames(part.root, known, ownOf[index]?.variables ?? []);
    if (part.memory !== undefined) part.memory.assigned = { token, names };
    for (const name of names.escaped) escaped.add(name);
    for (const name of names.others) others.add(name);
  }
  return { macros, usesOthers, printsPlainNumbers, escaped: escaped.difference(others) };
}

function findInPart(
  { root, text, memory }: Part,
  token: object,
  given: object,
  before: Before,
  template: {
    readonly known: KnownVariables;
    readonly facts: TemplateFacts;
    readonly isJson: boolean;
    readonly own: () => readonly OwnVariable[];
  },
): PartFindings {
  const last = memory?.found;
  if (last?.token === token && isSame(last.before, before) && memory?.own?.known === given) return last.found;
  let own: readonly OwnVariable[] | undefined;
  const context = {
    root,
    text,
    before,
    known: template.known,
    facts: template.facts,
    isJson: template.isJson,
    get own() {
      return (own ??= template.own());
    },
  };
  const found = {
    before: rulesBefore.flatMap((rule) => [...rule(context)]),
    after: rulesAfter.flatMap((rule) => [...rule(context)]),
    string: interpolationPlacesFrom(root, before.string).after,
  };
  if (memory !== undefined) memory.found = { token, before, found };
  return found;
}

function isSame(a: Before, b: Before): boolean {
  return (
    a.hasBooleanFormat === b.hasBooleanFormat &&
    a.string.isInString === b.string.isInString &&
    a.string.isEscaping === b.string.isEscaping
  );
}

function moved(diagnostic: Diagnostic, by: number): Diagnostic {
  if (by === 0) return diagnostic;
  const fixes = diagnostic.fixes.map(({ title, edits }) => ({
    title,
    edits: edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text })),
  }));
  return { ...diagnostic, start: diagnostic.start + by, end: diagnostic.end + by, fixes };
}
