import type { Element, TextElement, TrimElement } from '../ast/elements.ts';

/**
 * A view of the elements with parents and neighbours, as whitespace stripping needs them. Lines are 0-based
 * indexes; stripping a text's first line moves its begin to the next.
 */
export class TreeNode {
  readonly element: Element;
  readonly parent: TreeNode | undefined;
  index: number;
  children: TreeNode[] = [];
  #beginLine: number | undefined;
  #endLine: number | undefined;
  #beginsLine: boolean | undefined;

  constructor(element: Element, parent: TreeNode | undefined, index: number) {
    this.element = element;
    this.parent = parent;
    this.index = index;
    this.children = element.children.map((child, i) => new TreeNode(child, this, i));
  }

  get beginLine(): number {
    return (this.#beginLine ??= this.element.source.lineIndex(this.element.start));
  }

  get endLine(): number {
    const { source, start, end } = this.element;
    return (this.#endLine ??= source.lineIndex(Math.max(start, end - 1)));
  }

  /** Whether the element begins in the first column of its line. */
  get beginsLine(): boolean {
    const { source, start } = this.element;
    return (this.#beginsLine ??= source.lineStart(source.lineIndex(start)) === start);
  }

  moveToNextLine(): void {
    this.#beginLine = this.beginLine + 1;
    this.#beginsLine = true;
  }

  get previousSibling(): TreeNode | undefined {
    return this.index > 0 ? this.parent?.children[this.index - 1] : undefined;
  }

  get nextSibling(): TreeNode | undefined {
    return this.parent?.children[this.index + 1];
  }

  /** The last leaf before this node in document order. A macro or capture counts as a leaf from outside. */
  previousTerminal(): TreeNode | undefined {
    const previous = this.previousSibling;
    if (previous === undefined) return this.parent?.previousTerminal();
    let node = previous;
    for (let last = node.innerChildren.at(-1); last !== undefined; last = node.innerChildren.at(-1))
      node = last;
    return node;
  }

  nextTerminal(): TreeNode | undefined {
    const next = this.nextSibling;
    if (next === undefined) return this.parent?.nextTerminal();
    let node = next;
    for (let [first] = node.innerChildren; first !== undefined; [first] = node.innerChildren) node = first;
    return node;
  }

  private get innerChildren(): readonly TreeNode[] {
    const { type } = this.element;
    return type === 'macro' || type === 'block-assign' ? [] : this.children;
  }

  removeChild(index: number): void {
    this.children.splice(index, 1);
    this.element.children.splice(index, 1);
    for (let i = index; i < this.children.length; i++) {
      const child = this.children[i];
      if (child !== undefined) child.index = i;
    }
  }

  asText(): TextElement | undefined {
    return this.element.type === 'text' ? this.element : undefined;
  }

  asTrim(): TrimElement | undefined {
    return this.element.type === 'trim' ? this.element : undefined;
  }
}
