import ts from 'typescript';
import type { Piece } from './text.ts';
import { proseOf } from './text.ts';
import { isVisible, roleOf } from './visible-string.ts';

/** Comments that are instructions to a tool. */
const directive = /^\/[/*]\s*(eslint|cspell:|@ts-|prettier-ignore|<reference|v8 ignore|svelte-ignore)/;
const testFunctions = new Set(['describe', 'it', 'test', 'each', 'step']);

/** Every comment, shown string, declared name and title of a test of a TypeScript file. */
export function collectTypeScript(source: string, { isTest }: { readonly isTest: boolean }): Piece[] {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const pieces: Piece[] = [];
  const comments = new Set<number>();

  function addComments(ranges: readonly ts.CommentRange[] | undefined): void {
    for (const { pos, end } of ranges ?? []) {
      const text = source.slice(pos, end);
      if (comments.has(pos) || directive.test(text)) continue;
      comments.add(pos);
      pieces.push({ kind: 'comment', text: proseOf(text), offset: pos });
    }
  }

  function visit(node: ts.Node): void {
    // A first or last child begins or ends where its parent does: its comments are there already.
    if (node === file || node.parent.pos !== node.pos)
      addComments(ts.getLeadingCommentRanges(source, node.pos));
    if (node === file || node.parent.end !== node.end)
      addComments(ts.getTrailingCommentRanges(source, node.end));
    const name = declaredName(node);
    if (name !== undefined) pieces.push({ kind: 'identifier', text: name.text, offset: name.getStart(file) });
    if (isText(node)) addString(node);
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) ts.forEachChild(node, visit);
  }

  function addString(node: TextNode): void {
    const text = textOf(node, file);
    const offset = node.getStart(file) + 1;
    if (isTestTitle(node)) pieces.push({ kind: 'test', text, offset });
    else if (!isTest && !isTechnical(node)) {
      const name = holderName(node);
      if (isVisible(text, name))
        pieces.push({ kind: 'string', text: proseOf(text), offset, role: roleOf(name, callerName(node)) });
    }
  }

  visit(file);
  return pieces;
}

export type TextNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

const isText = (node: ts.Node): node is TextNode =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

/** Without quotes; what is filled in is a row of U+FFFC (object replacement) of the same length. */
function textOf(node: TextNode, file: ts.SourceFile): string {
  const start = node.getStart(file);
  let text = file.text.slice(start, node.end);
  if (ts.isTemplateExpression(node)) {
    for (const { expression, literal } of node.templateSpans) {
      const [from, to] = [expression.pos - 2 - start, literal.getStart(file) + 1 - start];
      text = text.slice(0, from) + '\uFFFC'.repeat(to - from) + text.slice(to);
    }
  }
  return text.slice(1, -1);
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isBindingElement(node)) {
    // `{ kept }` names what is declared elsewhere.
    return ts.isIdentifier(node.name) &&
      (node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent))
      ? node.name
      : undefined;
  }
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node);
  if (!isDeclaration || node.name === undefined || !ts.isIdentifier(node.name)) return undefined;
  const isMember = ts.isPropertyAssignment(node) || ts.isPropertySignature(node);
  // Members that start with a capital are the platform's own.
  return isMember && /^[A-Z_]/.test(node.name.text) ? undefined : node.name;
}

function isTestTitle(node: ts.Node): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  let called: ts.Expression = call.expression;
  while (
    ts.isCallExpression(called) ||
    ts.isPropertyAccessExpression(called) ||
    ts.isTaggedTemplateExpression(called)
  )
    called = ts.isTaggedTemplateExpression(called) ? called.tag : called.expression;
  return ts.isIdentifier(called) && testFunctions.has(called.text);
}

const equalities = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);
const technicalCalls =
  /^(querySelector(All)?|getElementById|closest|matches|addEventListener|removeEventListener|on|off|once|emit|get|set|has|delete|startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll|prepare|exec|getAttribute|setAttribute|createElement|literal|enum|handle|resolve|write|header|append|literals|discriminatedUnion)$/;

/** Strings that programs compare or look up, and that nobody sees. */
function isTechnical(node: TextNode): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent) || ts.isCaseClause(parent))
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && equalities.has(parent.operatorToken.kind)) return true;
  if (ts.isExternalModuleReference(parent) || ts.isTaggedTemplateExpression(parent)) return true;
  const caller = callerName(node);
  return caller !== undefined && technicalCalls.test(caller);
}

/** The function that the string is an argument of, itself or in an object that is one. */
function callerName(node: ts.Node): string | undefined {
  let at = node.parent;
  while (
    ts.isObjectLiteralExpression(at) ||
    ts.isPropertyAssignment(at) ||
    ts.isConditionalExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isBinaryExpression(at)
  )
    at = at.parent;
  if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) return undefined;
  const called = at.expression;
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  return ts.isIdentifier(called) ? called.text : undefined;
}

/** The member or variable that holds the string. */
function holderName(node: ts.Node): string | undefined {
  let at = node.parent;
  while (ts.isConditionalExpression(at) || ts.isParenthesizedExpression(at) || ts.isBinaryExpression(at))
    at = at.parent;
  if (ts.isPropertyAssignment(at) || ts.isVariableDeclaration(at))
    return ts.isIdentifier(at.name) ? at.name.text : undefined;
  return undefined;
}
