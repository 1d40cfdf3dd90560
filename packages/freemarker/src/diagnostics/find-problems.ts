import {
  childExpressions,
  elementExpressions,
  elementsIn,
  expressionsIn,
} from '../analysis/expression-children.ts';
import {
  addKind,
  inMacroAround,
  ownVariablesIn,
  placedVariable,
  type OwnVariable,
  type PartAmongVariables,
  type UsableVariable,
} from '../analysis/template-scope.ts';
import type { KnownVariables, ValueKind } from '../analysis/value-kinds.ts';
import type { Element, MacroElement, PartElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import type { TemplateError } from '../errors/template-error.ts';
import type { PlacedError } from '../parser/parts.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { SourceText } from '../source/source-text.ts';
import type {
  Before,
  Diagnostic,
  DiagnosticCode,
  Rule,
  RuleContext,
  WholeContext,
  WholeRule,
} from './diagnostic.ts';
import {
  interpolationPlacesFrom,
  placesWith,
  startOfOutput,
  type OutputPlaces,
  type OutputState,
} from './json-context.ts';
import { guardsOfParts, noGuards } from './guards.ts';
import { argumentsWithoutComma } from './rules/arguments-without-comma.ts';
import { bareBoolean } from './rules/bare-boolean.ts';
import { comparisonEndsTag } from './rules/comparison-ends-tag.ts';
import { deprecatedForms } from './rules/deprecated-forms.ts';
import { greedyDefault } from './rules/greedy-default.ts';
import { jsonOutput, setsPlainNumbers } from './rules/json-output.ts';
import { jsonShape } from './rules/json-shape.ts';
import { sampleRun } from './rules/sample-run.ts';
import { unknownNames } from './rules/unknown-names.ts';
import { safeNames } from './safe-names.ts';
import { syntaxDiagnostic } from './syntax-errors.ts';
import { withTriedFixes } from './verify-fixes.ts';

/** The order in which findings at the same place are reported; `jsonShape` has its place among them. */
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

const noNames: ReadonlySet<string> = new Set();

/** A template and what reading it gave. */
export interface WholeTemplate {
  readonly name: string;
  readonly text: string;
  /** The template with its reusable parts. */
  readonly root: Element;
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly errors: readonly PlacedError[];
  /** Compiles it for a sample run, if it has no errors. Throws TemplateError. */
  readonly compile: () => CompiledTemplate;
  /** Compiles another text with the same settings, to try fixes. Throws TemplateError. */
  readonly compileText: (text: string) => CompiledTemplate;
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

/** What is known of a template during its lifetime. */
export class TemplateMemory {
  readonly facts = new Signature();
  readonly #parts = new WeakMap<Element, PartMemory>();

  ofPart({ root }: PartElement): PartMemory {
    let memory = this.#parts.get(root);
    if (memory === undefined) {
      memory = new PartMemory();
      this.#parts.set(root, memory);
    }
    return memory;
  }
}

/** What is known of a part until something changes that it depends on. */
class PartMemory {
  own:
    | {
        readonly known: object;
        readonly kinds: readonly (ValueKind | undefined)[];
        readonly isInMacro: boolean;
        readonly own: OwnOfPart;
      }
    | undefined;
  names: readonly string[] | undefined;
  traits: Traits | undefined;
  places: PartPlaces | undefined;
  found: { readonly token: object; readonly before: Before; readonly found: Findings } | undefined;

  /** What was found in it before; undefined if something changed that it depends on. */
  findingsFor(token: object, known: object, before: Before): Findings | undefined {
    const last = this.found;
    const isCurrent = last?.token === token && this.own?.known === known && isSame(last.before, before);
    return isCurrent ? last.found : undefined;
  }
}

interface OwnOfPart {
  readonly variables: readonly OwnVariable[];
  /** Names, kinds and origins in their order. */
  readonly signature: string;
}

/** Variables that the template makes one after another: in a part, at places of it, or beside all parts. */
export interface OwnRun extends OwnOfPart {
  readonly among: PartAmongVariables | undefined;
}

/** What a part contributes to the facts about the template, whatever the other parts are. */
interface Traits {
  usesOthers: boolean;
  printsPlainNumbers: boolean | undefined;
  /** Where it is first set how booleans are printed. */
  booleanFormatAt: number;
}

interface PartPlaces extends OutputPlaces {
  readonly before: OutputState;
}

interface Findings {
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}

function traitsOf(root: Element, memory: TemplateMemory): Traits {
  const traits: Traits = { usesOthers: false, printsPlainNumbers: undefined, booleanFormatAt: Infinity };
  for (const element of elementsIn(root)) {
    if (element.type === 'part') {
      const known = memory.ofPart(element);
      const inner = (known.traits ??= traitsOf(element.root, memory));
      traits.usesOthers ||= inner.usesOthers;
      traits.printsPlainNumbers = inner.printsPlainNumbers ?? traits.printsPlainNumbers;
      traits.booleanFormatAt = Math.min(traits.booleanFormatAt, inner.booleanFormatAt + element.base);
      continue;
    }
    if (element.type === 'include' || element.type === 'import') traits.usesOthers = true;
    if (elementExpressions(element).some(isInterpreted)) traits.usesOthers = true;
    if (element.type === 'setting' && element.name === 'boolean_format')
      traits.booleanFormatAt = Math.min(traits.booleanFormatAt, element.start);
    traits.printsPlainNumbers = setsPlainNumbers(element) ?? traits.printsPlainNumbers;
  }
  return traits;
}

/** A template made from a text, which defines what it likes. */
const isInterpreted = (expression: Expression): boolean =>
  (expression.type === 'built-in' && expression.name === 'interpret') ||
  childExpressions(expression).some(isInterpreted);

/** The names whose kinds decide what the part's own variables hold: those that its assignments read. */
function namesRead(root: Element, memory: PartMemory): readonly string[] {
  if (memory.names !== undefined) return memory.names;
  const names = new Set<string>();
  for (const { expression, element } of expressionsIn(root)) {
    if (expression.type === 'identifier' && element.type === 'assign') names.add(expression.name);
  }
  for (const element of elementsIn(root)) {
    if (element.type === 'assign') for (const { name } of element.assignments) names.add(name);
  }
  return (memory.names = [...names]);
}

const signatureOf = (variables: readonly OwnVariable[]): string =>
  variables.map(({ name, kind, origin }) => `${name}:${kind}:${origin}`).join(' ');

/** The variables that the template makes, in the order in which they are made. */
export function ownRuns(
  root: Element,
  known: Omit<KnownVariables, 'own'>,
  memory: TemplateMemory,
): readonly OwnRun[] {
  const kinds = new Map<string, ValueKind>();
  const runs: OwnRun[] = [];
  let beside: OwnVariable[] = [];
  const endRun = (): void => {
    if (beside.length > 0) runs.push({ variables: beside, signature: signatureOf(beside), among: undefined });
    beside = [];
  };
  for (const found of ownVariablesIn(root, known, kinds)) {
    if (!('part' in found)) {
      beside.push(found);
      continue;
    }
    endRun();
    runs.push({ ...ownOfPart(found, known, kinds, memory), among: found });
  }
  endRun();
  return runs;
}

/** At places of the part. */
function ownOfPart(
  { part, macro }: PartAmongVariables,
  known: Omit<KnownVariables, 'own'>,
  kinds: Map<string, ValueKind>,
  template: TemplateMemory,
): OwnOfPart {
  const memory = template.ofPart(part);
  const isInMacro = macro !== undefined;
  const entry = namesRead(part.root, memory).map((name) => kinds.get(name));
  const last = memory.own;
  if (
    last?.known === known &&
    last.isInMacro === isInMacro &&
    last.kinds.every((kind, index) => kind === entry[index])
  ) {
    for (const variable of last.own.variables) if (variable.origin !== 'lambda') addKind(kinds, variable);
    return last.own;
  }
  const variables: OwnVariable[] = [];
  for (const variable of ownVariablesIn(part.root, known, kinds, isInMacro ? inMacroAround : undefined)) {
    if (!('part' in variable)) variables.push(variable);
  }
  const own = { variables, signature: signatureOf(variables) };
  memory.own = { known, kinds: entry, isInMacro, own };
  return own;
}

/** The variables at their places in the template. */
export function placedOwn(runs: readonly OwnRun[]): readonly OwnVariable[] {
  return runs.flatMap(({ variables, among }) =>
    among === undefined ? variables : variables.map((variable) => placedVariable(variable, among)),
  );
}

/** Those that can be used at an offset. Most of a template's variables can be used everywhere, and are returned as they are. */
export function usableOwn(runs: readonly OwnRun[], offset: number): readonly UsableVariable[] {
  return runs.flatMap(({ variables, among }) =>
    variables.filter((variable) => {
      if (variable.end === Infinity) return true;
      const { start, end } = among === undefined ? variable : placedVariable(variable, among);
      return start <= offset && offset <= end;
    }),
  );
}

function beforeTemplate({ booleanFormatAt }: Traits): Before {
  return { output: startOfOutput, booleanFormatFrom: booleanFormatAt, loops: [], guards: noGuards };
}

/** Adds to `found` what only the whole template shows, and sorts it by place; `foundAfter` follows the shape of the JSON. */
function addProblemsOfWhole(
  found: Diagnostic[],
  foundAfter: readonly Diagnostic[],
  whole: WholeContext,
): void {
  pushAll(found, jsonShape, whole);
  for (const diagnostic of foundAfter) found.push(diagnostic);
  // What reading the template shows is more exact than what running it shows.
  const explainsBadJson = found.some(({ code }) => jsonCodes.includes(code));
  for (const diagnostic of sampleRun(whole)) {
    if (diagnostic.code !== 'invalid-json' || !explainsBadJson) found.push(diagnostic);
  }
  found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** All findings about a template, in source order. */
export function findProblems(
  template: WholeTemplate,
  given: Omit<KnownVariables, 'own'>,
  isJson: boolean,
  memory = new TemplateMemory(),
): readonly Diagnostic[] {
  const { root, text, errors, macros, name, compile } = template;
  const runs = ownRuns(root, given, memory);
  const variables = runs.flatMap((run) => run.variables);
  const known = { ...given, own: kindsOf(variables) };
  const own = [isJson, ...macros.keys(), ...runs.map((run) => run.signature)].join('\n');
  const traits = traitsOf(root, memory);
  const { usesOthers, printsPlainNumbers = false } = traits;
  const safe = isJson ? safeNames(root, known) : noNames;
  const facts = { macros, usesOthers, printsPlainNumbers, safe };
  const places = placesInTemplate(root, memory);
  const { callsInString, nestsInString } = places.inStrings;
  const token = memory.facts.tokenFor(
    [usesOthers, printsPlainNumbers, callsInString, nestsInString, ...safe, own].join('\n'),
  );
  const loops = runs.flatMap((run) => (run.among === undefined ? run.variables.filter(isLoop) : []));
  const found = errors.map(syntaxProblem);
  const foundAfter: Diagnostic[] = [];
  const add = (findings: Findings, base: number): void => {
    for (const diagnostic of findings.before) found.push(moved(diagnostic, base));
    for (const diagnostic of findings.after) foundAfter.push(moved(diagnostic, base));
  };
  const shared = { known, facts, isJson };
  add(
    applyRules({
      ...shared,
      root,
      text,
      before: beforeTemplate(traits),
      places: placesWith(places.beside, places.inStrings),
      own: () =>
        runs.flatMap((run) => (run.among === undefined ? run.variables : withoutLoops(run.variables))),
    }),
    0,
  );
  const parts = elementsIn(root).filter((element) => element.type === 'part');
  const guards = guardsOfParts(root, parts);
  for (const part of parts) {
    const { start, base } = part;
    const around = loops.filter((loop) => loop.start < start && start < loop.end);
    const printed = places.ofParts.get(part) ?? placesInPart(part, startOfOutput, memory);
    const entry: Before = {
      output: printed.before,
      booleanFormatFrom: traits.booleanFormatAt < start ? -Infinity : Infinity,
      loops: around.map((loop) => loop.name),
      guards: guards.get(part) ?? noGuards,
    };
    const remembered = memory.ofPart(part);
    const findings =
      remembered.findingsFor(token, given, entry) ??
      applyRules({
        ...shared,
        root: part.root,
        text: part.root.source.text,
        before: entry,
        places: placesWith(printed, places.inStrings),
        own: () => ownSeenFrom(part, runs, around),
      });
    remembered.found = { token, before: entry, found: findings };
    add(findings, base);
  }
  const bases = new Map<SourceText, number>(parts.map((part) => [part.root.source, part.base]));
  const whole = {
    ...{ name, text, root, macros, compile },
    hasErrors: errors.length > 0,
    known,
    isJson,
    own: variables,
    baseOf: (source: SourceText) => bases.get(source) ?? 0,
  };
  addProblemsOfWhole(found, foundAfter, whole);
  // A template with syntax errors isn't rendered either: the caller tries the fixes of its errors.
  if (errors.length > 0) return found;
  return withTriedFixes(found, { ...template, known: given, isJson });
}

function pushAll(found: Diagnostic[], rule: WholeRule, whole: WholeContext): void {
  for (const diagnostic of rule(whole)) found.push(diagnostic);
}

/** What the names alone say that nothing defines. */
export function findUnknownNames(
  { root, text, macros }: Pick<WholeTemplate, 'root' | 'text' | 'macros'>,
  given: Omit<KnownVariables, 'own'>,
): readonly Diagnostic[] {
  const memory = new TemplateMemory();
  const own = placedOwn(ownRuns(root, given, memory));
  const { usesOthers } = traitsOf(root, memory);
  const facts = { macros, usesOthers, printsPlainNumbers: false, safe: noNames };
  const before = { output: startOfOutput, booleanFormatFrom: Infinity, loops: [], guards: noGuards };
  const known = { ...given, own: kindsOf(own) };
  return [...unknownNames({ root, text, own, known, isJson: false, facts, before, places: new Map() })];
}

/** Errors as problems, cached with the object that they were found in. */
const syntaxProblems = new WeakMap<TemplateError, Diagnostic>();

function syntaxProblem({ error, text, base }: PlacedError): Diagnostic {
  let problem = syntaxProblems.get(error);
  if (problem === undefined) {
    problem = syntaxDiagnostic(error, text);
    syntaxProblems.set(error, problem);
  }
  return moved(problem, base);
}

function kindsOf(variables: readonly OwnVariable[]): Map<string, ValueKind> {
  const kinds = new Map<string, ValueKind>();
  for (const variable of variables) addKind(kinds, variable);
  return kinds;
}

const isLoop = ({ origin }: OwnVariable): boolean => origin === 'loop';

function withoutLoops(variables: readonly OwnVariable[]): readonly OwnVariable[] {
  return variables.filter((variable) => !isLoop(variable));
}

/** All variables as a part sees them: with its own loops and those around it, and no others. */
function ownSeenFrom(
  part: PartElement,
  runs: readonly OwnRun[],
  around: readonly OwnVariable[],
): readonly OwnVariable[] {
  return runs.flatMap(({ variables, among }) => {
    if (among?.part === part) return variables;
    return variables.flatMap((variable) => {
      if (variable.origin !== 'loop') return [variable];
      return around.includes(variable) ? [{ ...variable, start: -Infinity, end: Infinity }] : [];
    });
  });
}

/** Where the template prints: outside its parts (`beside`), and in each of them. */
function placesInTemplate(root: Element, memory: TemplateMemory) {
  const ofParts = new Map<PartElement, PartPlaces>();
  const beside = interpolationPlacesFrom(root, startOfOutput, (part, before) => {
    const places = placesInPart(part, before, memory);
    ofParts.set(part, places);
    return places.after;
  });
  const all = [beside, ...ofParts.values()];
  return {
    beside,
    ofParts,
    inStrings: {
      callsInString: all.some((one) => one.callsInString),
      nestsInString: all.some((one) => one.nestsInString),
    },
  };
}

function placesInPart(part: PartElement, before: OutputState, memory: TemplateMemory): PartPlaces {
  const remembered = memory.ofPart(part);
  const last = remembered.places;
  if (last !== undefined && isSameOutput(last.before, before)) return last;
  return (remembered.places = { before, ...interpolationPlacesFrom(part.root, before) });
}

function applyRules({
  own: ownOf,
  ...given
}: Omit<RuleContext, 'own'> & { readonly own: () => readonly OwnVariable[] }): Findings {
  let own: readonly OwnVariable[] | undefined;
  const context = {
    ...given,
    get own() {
      return (own ??= ownOf());
    },
  };
  return {
    before: rulesBefore.flatMap((rule) => [...rule(context)]),
    after: rulesAfter.flatMap((rule) => [...rule(context)]),
  };
}

function isSameOutput(a: OutputState, b: OutputState): boolean {
  return (
    a.isInString === b.isInString &&
    a.isEscaping === b.isEscaping &&
    a.isOutput === b.isOutput &&
    a.within === b.within
  );
}

function isSame(a: Before, b: Before): boolean {
  return (
    isSameOutput(a.output, b.output) &&
    a.booleanFormatFrom === b.booleanFormatFrom &&
    a.loops.length === b.loops.length &&
    a.loops.every((name, index) => name === b.loops[index]) &&
    a.guards.size === b.guards.size &&
    a.guards.isSubsetOf(b.guards)
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
