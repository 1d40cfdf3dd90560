import type { AnyNode, CallExpression, Identifier, MemberExpression, Program } from 'acorn';
import { full, fullAncestor } from 'acorn-walk';
import { guardedNames, isTypeofOperand, pathOf, type GuardedNames } from './guarded-names.ts';
import { likelyTypo } from './likely-typo.ts';
import { parseScript } from './parse-script.ts';
import type { ScriptDiagnostic } from './script-diagnostic.ts';
import { unreachableRanges } from './script-flow.ts';
import {
  argumentCountProblem,
  SCRIPT_FUNCTIONS,
  type ScriptFunction,
  type ScriptTarget,
} from './script-functions.ts';
import { SCRIPT_OBJECTS, type ScriptObject } from './script-objects.ts';
import type { NameUse, ScriptNames } from './script-scope.ts';
import { scriptNames } from './script-scope.ts';
import { STANDARD_NAMES } from './standard-names.ts';
import { unsentVariables } from './unsent-values.ts';

const FUNCTIONS: ReadonlyMap<string, ScriptFunction> = new Map(
  SCRIPT_FUNCTIONS.map((one) => [one.name, one]),
);
const OBJECTS: ReadonlyMap<string, ScriptObject> = new Map(SCRIPT_OBJECTS.map((one) => [one.name, one]));

type Target = Exclude<ScriptTarget, 'any'>;

/**
 * Finds mistakes in an application script without running it, and reports only what is certain: a syntax
 * error (and then nothing else), unknown names with a suggestion, wrong argument counts, functions of the
 * other application type, asynchronous code, unused values, unreachable statements, and a SAML script that
 * doesn't set the name ID. Ordered by position.
 */
export function lintScript(script: string, target?: Target): ScriptDiagnostic[] {
  const parsed = parseScript(script);
  if (!parsed.ok) return [parsed.problem];
  const { program } = parsed;
  const names = scriptNames(program);
  const known: ScriptsOwn = {
    names: declaredNames(names),
    members: addedMembers(program),
    guarded: guardedNames(program),
  };
  const found: ScriptDiagnostic[] = [...unknownNames(names, known)];
  fullAncestor(program, (node, _state, ancestors) => {
    found.push(...checkNode(node, ancestors, known, target));
  });
  for (const { name, from, to } of unsentVariables(names)) {
    found.push({
      from,
      to,
      severity: 'warning',
      message: `${name} is computed but not used by any function, condition or result.`,
    });
  }
  for (const { from, to, after } of unreachableRanges(program)) {
    found.push({ from, to, severity: 'warning', message: `Unreachable code: ${reasons[after]}.` });
  }
  if (target === 'saml') found.push(...missingNameId(script, names));
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

const reasons = {
  return: 'the function returns earlier',
  throw: 'the script stops earlier',
  jump: 'the loop or case exits earlier',
  loop: 'the loop above never ends',
} as const;

/** Names that the script declares itself, which are never reported. */
interface ScriptsOwn {
  readonly names: ReadonlySet<string>;
  /** For example `LoginUser.Mine`: a user map script may add any members to its objects. */
  readonly members: ReadonlySet<string>;
  readonly guarded: GuardedNames;
}

function addedMembers(program: Program): ReadonlySet<string> {
  const added = new Set<string>();
  full(program, (node) => {
    if (node.type === 'AssignmentExpression') added.add(pathOf(node.left));
  });
  return added;
}

function declaredNames({ declarations, uses }: ScriptNames): ReadonlySet<string> {
  const assigned = uses.filter(({ isWritten }) => isWritten).map(({ name }) => name);
  return new Set([...declarations.map(({ name }) => name), ...assigned]);
}

function* unknownNames({ uses }: ScriptNames, { names, guarded }: ScriptsOwn): Generator<ScriptDiagnostic> {
  for (const use of uses) {
    const { name } = use;
    if (names.has(name) || FUNCTIONS.has(name) || OBJECTS.has(name)) continue;
    if (name === 'Promise') {
      yield remark(use, 'error', "Application scripts can't use promises.");
    } else if (
      !STANDARD_NAMES.has(name) &&
      !isTypeofOperand(use) &&
      !guarded.isGuarded(name, use.ancestors)
    ) {
      yield unknownName(use);
    }
  }
}

/** Only a warning: a tenant may have names that aren't in the platform's documentation. */
function unknownName(use: NameUse): ScriptDiagnostic {
  const parent = use.ancestors.at(-2);
  const isCall = parent?.type === 'CallExpression' && parent.callee.start === use.from;
  const meant = likelyTypo(use.name, isCall ? [...FUNCTIONS.keys()] : [...OBJECTS.keys()]);
  const what = isCall ? `function ${use.name}` : `name ${use.name}`;
  const message =
    meant === undefined ? `Unknown ${what}. Test runs stop here.` : `Unknown ${what}. Did you mean ${meant}?`;
  return remark(use, 'warning', message, meant);
}

function checkNode(
  node: AnyNode,
  ancestors: readonly AnyNode[],
  own: ScriptsOwn,
  target: Target | undefined,
): ScriptDiagnostic[] {
  switch (node.type) {
    case 'CallExpression':
      return checkCall(node, own, target);
    case 'MemberExpression':
      return checkMember(node, ancestors, own);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (!node.async) return [];
      return [
        {
          from: node.start,
          to: node.start + 'async'.length,
          severity: 'error',
          message: "Application scripts can't use async functions.",
        },
      ];
    default:
      return [];
  }
}

function checkCall(
  { callee, arguments: given }: CallExpression,
  own: ScriptsOwn,
  target: Target | undefined,
): ScriptDiagnostic[] {
  if (callee.type !== 'Identifier' || own.names.has(callee.name)) return [];
  const known = FUNCTIONS.get(callee.name);
  if (known === undefined) return [];
  const found: ScriptDiagnostic[] = [];
  const at = placeOf(callee);
  if (target !== undefined && known.target !== 'any' && known.target !== target) {
    const where = known.target === 'saml' ? 'SAML' : 'OpenID Connect';
    found.push(remark(at, 'warning', `${known.name} only works in ${where} applications.`));
  }
  const isSpread = given.some(({ type }) => type === 'SpreadElement');
  const wrongCount = argumentCountProblem(known.name, known.parameters, given.length);
  if (!isSpread && wrongCount !== undefined) found.push(remark(at, 'error', wrongCount));
  return found;
}

function checkMember(
  node: MemberExpression,
  ancestors: readonly AnyNode[],
  own: ScriptsOwn,
): ScriptDiagnostic[] {
  const { object, property, computed } = node;
  if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return [];
  const known = own.names.has(object.name) ? undefined : OBJECTS.get(object.name);
  // Strings have the usual string members.
  if (known === undefined || known.members.length === 0) return [];
  const members = known.members.map(({ name }) => name);
  const path = pathOf(node);
  if (members.includes(property.name) || inherited.has(property.name) || own.members.has(path)) return [];
  if (own.guarded.isGuarded(path, ancestors)) return [];
  const meant = likelyTypo(property.name, members);
  if (meant === undefined && own.guarded.isTested(path)) return [];
  const message = `Unknown name ${path}.`;
  return [
    meant === undefined
      ? remark(placeOf(property), 'warning', message)
      : remark(placeOf(property), 'warning', `${message} Did you mean ${meant}?`, meant),
  ];
}

/** Members of every object. */
const inherited: ReadonlySet<string> = new Set([
  'hasOwnProperty',
  'propertyIsEnumerable',
  'toString',
  'toLocaleString',
  'valueOf',
  'constructor',
]);

/** Without it the user name is sent, which is right for some service providers and wrong for others. */
function missingNameId(script: string, { uses }: ScriptNames): ScriptDiagnostic[] {
  const isCalled = (name: string): boolean => uses.some((use) => use.name === name);
  const setsValue = uses.some(({ name }) => FUNCTIONS.get(name)?.target === 'saml');
  if (!setsValue || isCalled('setSubjectName') || isCalled('eval')) return [];
  const first = /\S.*/.exec(script);
  const from = first?.index ?? 0;
  const to = from + (first?.[0].trimEnd().length ?? 0);
  const message = 'No name ID set (setSubjectName). LoginUser.Username will be sent.';
  return [{ from, to, severity: 'warning', message }];
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function placeOf(node: Identifier): Place {
  return { from: node.start, to: node.end };
}

function remark(
  { from, to }: Place,
  severity: ScriptDiagnostic['severity'],
  message: string,
  replacement?: string,
): ScriptDiagnostic {
  const base = { from, to, severity, message };
  return replacement === undefined ? base : { ...base, replacement };
}
