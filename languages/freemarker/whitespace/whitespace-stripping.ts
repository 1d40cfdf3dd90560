import type { Element, TextElement } from '../ast/elements.ts';
import { endOfNonWhitespace, firstNonWhitespace } from '../values/java-whitespace.ts';
import { TreeNode } from './element-tree.ts';

/**
 * FreeMarker's whitespace stripping: takes away the indentation and the line break of lines that hold nothing
 * but directives and comments, applies `#t`, `#lt`, `#rt` and `#nt`, and drops blank texts between definitions. With
 * `strips` off only the trim directives are applied.
 * Works on the tree in place, in the original's order, because what is stripped early decides what follows.
 */
export function stripWhitespace(root: Element, strips: boolean): void {
  cleanUp(new TreeNode(root, undefined, 0), strips);
}

function cleanUp(node: TreeNode, strips: boolean): void {
  const text = node.asText();
  if (text !== undefined) {
    cleanUpText(node, text, strips);
    return;
  }
  for (const child of node.children) cleanUp(child, strips);
  for (let i = 0; i < node.children.length; i++) {
    const child = node.children[i];
    if (child !== undefined && isIgnorable(child, strips)) node.removeChild(i--);
  }
}

function isIgnorable(node: TreeNode, strips: boolean): boolean {
  switch (node.element.type) {
    case 'text':
      return node.element.text === '' || (strips && isIgnorableText(node, node.element.text));
    case 'trim':
      return true;
    case 'auto-esc':
    case 'no-auto-esc':
    case 'compress':
    case 'output-format':
    case 'mixed':
      return node.children.length === 0 && node.parent?.element.type !== 'attempt';
    default:
      return false;
  }
}

function isIgnorableText(node: TreeNode, text: string): boolean {
  if (text.length === 0) return true;
  if (!isBlank(text)) return false;
  const top = isTopLevel(node);
  const { previousSibling, nextSibling } = node;
  const beforeIsSilent = previousSibling === undefined ? top : isSilent(previousSibling);
  return beforeIsSilent && (nextSibling === undefined ? top : isSilent(nextSibling));
}

/** Whether the element never prints anything at its place. */
function isSilent(node: TreeNode): boolean {
  switch (node.element.type) {
    case 'macro':
    case 'assign':
    case 'setting':
    case 'import':
    case 'comment':
      return true;
    default:
      return false;
  }
}

function isTopLevel({ parent }: TreeNode): boolean {
  return parent === undefined || (parent.parent === undefined && parent.element.type === 'mixed');
}

/** Only characters up to the blank (U+0020) count as blank here, as Java's `trim` has it. */
function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 32) return false;
  return true;
}

function isLineBreak(c: number): boolean {
  return c === 10 || c === 13;
}

function firstLineBreak(text: string): number {
  for (let i = 0; i < text.length; i++) if (isLineBreak(text.charCodeAt(i))) return i;
  return -1;
}

function lastLineBreak(text: string): number {
  for (let i = text.length - 1; i >= 0; i--) if (isLineBreak(text.charCodeAt(i))) return i;
  return -1;
}

function cleanUpText(node: TreeNode, text: TextElement, strips: boolean): void {
  if (text.text.length === 0) return;
  const trimsLeft = trimLeftDeliberately(node, text);
  const trimsRight = trimRightDeliberately(node, text);
  if (!strips || text.text.length === 0) return;
  // A text that is the very first element of the template is never stripped: a quirk that templates rely on.
  if (isTopLevel(node) && node.previousSibling === undefined) return;
  const trailing = trimsLeft ? 0 : trailingToStrip(node, text.text);
  const opening = trimsRight ? 0 : openingToStrip(node, text.text);
  if (opening === 0 && trailing === 0) return;
  text.text = text.text.slice(opening, Math.max(opening, text.text.length - trailing));
  if (opening > 0) node.moveToNextLine();
}

/** Applies a `#t` or `#lt` that stands later on this text's last line; `#nt` only turns stripping off. */
function trimLeftDeliberately(node: TreeNode, text: TextElement): boolean {
  let found = false;
  for (let next = node.nextTerminal(); next?.beginLine === node.endLine; next = next.nextTerminal()) {
    const trim = next.asTrim();
    if (trim === undefined) continue;
    if (!trim.left && !trim.right) found = true;
    if (!trim.left) continue;
    found = true;
    const lineBreak = lastLineBreak(text.text);
    if (lineBreak < 0 && !node.beginsLine) continue;
    const firstPart = text.text.slice(0, lineBreak + 1);
    const lastLine = text.text.slice(lineBreak + 1);
    text.text = isBlank(lastLine) ? firstPart : firstPart + lastLine.slice(firstNonWhitespace(lastLine));
  }
  return found;
}

/** Applies a `#t` or `#rt` that stands earlier on this text's first line. */
function trimRightDeliberately(node: TreeNode, text: TextElement): boolean {
  let found = false;
  for (let prev = node.previousTerminal(); prev?.endLine === node.beginLine; prev = prev.previousTerminal()) {
    const trim = prev.asTrim();
    if (trim === undefined) continue;
    if (!trim.left && !trim.right) found = true;
    if (!trim.right) continue;
    found = true;
    let firstLineEnd = firstLineBreak(text.text) + 1;
    if (firstLineEnd === 0) return false;
    if (text.text[firstLineEnd - 1] === '\r' && text.text[firstLineEnd] === '\n') firstLineEnd++;
    const opening = text.text.slice(0, firstLineEnd);
    const trailing = text.text.slice(firstLineEnd);
    if (isBlank(opening)) {
      text.text = trailing;
      node.moveToNextLine();
    } else {
      const dropsTrailing = isBlank(trailing) && trailingGoesToo(node);
      text.text = opening.slice(0, endOfNonWhitespace(opening)) + (dropsTrailing ? '' : trailing);
    }
  }
  return found;
}

function trailingGoesToo(node: TreeNode): boolean {
  let goes = true;
  for (let next = node.nextTerminal(); next?.beginLine === node.endLine; next = next.nextTerminal()) {
    if (heedsOpening(next)) goes = false;
    if (next.asTrim()?.left === true) return true;
  }
  return goes;
}

function openingToStrip(node: TreeNode, text: string): number {
  const lineBreak = firstLineBreak(text);
  if (lineBreak < 0 && !node.beginsLine) return 0;
  let end = lineBreak + 1;
  if (end > 0 && text[end - 1] === '\r' && text[end] === '\n') end++;
  if (!isBlank(text.slice(0, end))) return 0;
  for (let prev = node.previousTerminal(); prev?.endLine === node.beginLine; prev = prev.previousTerminal()) {
    if (heedsOpening(prev)) return 0;
  }
  return end;
}

function trailingToStrip(node: TreeNode, text: string): number {
  const lineBreak = lastLineBreak(text);
  if (lineBreak < 0 && !node.beginsLine) return 0;
  if (!isBlank(text.slice(lineBreak + 1))) return 0;
  for (let next = node.nextTerminal(); next?.beginLine === node.endLine; next = next.nextTerminal()) {
    if (heedsTrailing(next)) return 0;
  }
  return text.length - (lineBreak + 1);
}

/** Whether the blanks after the element on its last line matter. */
function heedsOpening(node: TreeNode): boolean {
  const { type } = node.element;
  if (type === 'interpolation' || type === 'numeric-interpolation') return true;
  const text = node.asText()?.text;
  if (text === undefined || isIgnorableText(node, text)) return false;
  for (let i = text.length - 1; i >= 0; i--) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (text.charCodeAt(i) > 32) return true;
  }
  return true;
}

/** Whether the blanks before the element on its first line matter. */
function heedsTrailing(node: TreeNode): boolean {
  const { type } = node.element;
  if (type === 'interpolation' || type === 'numeric-interpolation') return true;
  const text = node.asText()?.text;
  if (text === undefined || isIgnorableText(node, text)) return false;
  for (let i = 0; i < text.length; i++) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (text.charCodeAt(i) > 32) return true;
  }
  return true;
}
