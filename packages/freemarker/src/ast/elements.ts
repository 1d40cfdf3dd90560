import type { SourceText, TemplateOffset } from '../source/source-text.ts';
import type { Expression, Identifier } from './expressions.ts';

/**
 * The elements of a template: text, interpolations, directives. Ranges are offsets into the template, end
 * exclusive. `children` holds what is nested, in order; clauses such as `#elseif` and `#case` are children of
 * their directive and have their own children.
 */
export interface ElementBase {
  readonly source: SourceText;
  readonly start: TemplateOffset;
  readonly end: TemplateOffset;
  children: Element[];
}

export interface TextElement extends ElementBase {
  readonly type: 'text';
  /** What is printed: the text in the range minus what whitespace stripping dropped. */
  text: string;
  /** True for the content of `#noparse`. */
  readonly unparsed: boolean;
}

/** `${…}` (or `[=…]`). */
export interface InterpolationElement extends ElementBase {
  readonly type: 'interpolation';
  readonly expression: Expression;
  /** The expression with an enclosing `#escape` applied; the same node when there is none. */
  readonly escaped: Expression;
  readonly outputFormat: string;
  readonly autoEscape: boolean;
}

/** The deprecated `#{…; m2M4}`. */
export interface NumericInterpolationElement extends ElementBase {
  readonly type: 'numeric-interpolation';
  readonly expression: Expression;
  readonly fractionDigits: { readonly min: number; readonly max: number } | undefined;
  readonly outputFormat: string;
  readonly autoEscape: boolean;
}

export interface IfElement extends ElementBase {
  readonly type: 'if';
}

/** A branch: `#if`, `#elseif` or (without a condition) `#else`. */
export interface ConditionalElement extends ElementBase {
  readonly type: 'conditional';
  readonly kind: 'if' | 'elseif' | 'else';
  readonly condition: Expression | undefined;
}

export interface ListElement extends ElementBase {
  readonly type: 'list';
  readonly sequence: Expression;
  /** Undefined when a nested `#items` names the loop variables. */
  readonly variable: string | undefined;
  readonly secondVariable: string | undefined;
  readonly listsHash: boolean;
  readonly isForeach: boolean;
}

/** A `#list` with an `#else`: its children are the two. */
export interface ListWithElseElement extends ElementBase {
  readonly type: 'list-with-else';
}

export interface ElseOfListElement extends ElementBase {
  readonly type: 'else-of-list';
}

export interface ItemsElement extends ElementBase {
  readonly type: 'items';
  readonly variable: string;
  readonly secondVariable: string | undefined;
}

export interface SwitchElement extends ElementBase {
  readonly type: 'switch';
  readonly value: Expression;
}

/** `#case`, `#on` (one or more conditions) or `#default` (none). */
export interface CaseElement extends ElementBase {
  readonly type: 'case';
  readonly kind: 'case' | 'on' | 'default';
  readonly conditions: readonly Expression[];
}

export type AssignmentScope = 'namespace' | 'global' | 'local';
export type AssignmentOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '++' | '--';

export interface AssignmentItem {
  readonly name: string;
  readonly operator: AssignmentOperator;
  readonly value: Expression | undefined;
  readonly source: SourceText;
  readonly start: TemplateOffset;
  readonly end: TemplateOffset;
}

export interface AssignElement extends ElementBase {
  readonly type: 'assign';
  readonly scope: AssignmentScope;
  readonly assignments: readonly AssignmentItem[];
  readonly namespace: Expression | undefined;
}

/** `<#assign x>…</#assign>` */
export interface BlockAssignElement extends ElementBase {
  readonly type: 'block-assign';
  readonly scope: AssignmentScope;
  readonly name: string;
  readonly namespace: Expression | undefined;
  /** The markup output format of the captured value; undefined when it is a plain string. */
  readonly markupFormat: string | undefined;
}

export interface MacroParameter {
  readonly name: string;
  readonly defaultValue: Expression | undefined;
}

export interface MacroElement extends ElementBase {
  readonly type: 'macro';
  readonly name: string;
  readonly isFunction: boolean;
  readonly parameters: readonly MacroParameter[];
  readonly catchAll: string | undefined;
  readonly usesArgs: boolean;
}

export interface NamedArgument {
  readonly name: string;
  readonly value: Expression;
}

/** `<@name …>…</@name>` or the deprecated `<#call name …>`. */
export interface UserDirectiveElement extends ElementBase {
  readonly type: 'user-directive';
  readonly callee: Expression;
  readonly named: readonly NamedArgument[] | undefined;
  readonly positional: readonly Expression[] | undefined;
  readonly bodyParameters: readonly string[] | undefined;
  readonly hasBody: boolean;
  readonly isLegacyCall: boolean;
}

export interface NestedElement extends ElementBase {
  readonly type: 'nested';
  readonly arguments: readonly Expression[];
}

export interface ReturnElement extends ElementBase {
  readonly type: 'return';
  readonly value: Expression | undefined;
}

export interface StopElement extends ElementBase {
  readonly type: 'stop';
  readonly message: Expression | undefined;
}

export interface IncludeElement extends ElementBase {
  readonly type: 'include';
  readonly name: Expression;
  readonly encoding: Expression | undefined;
  readonly parse: Expression | undefined;
  readonly ignoreMissing: Expression | undefined;
}

export interface ImportElement extends ElementBase {
  readonly type: 'import';
  readonly name: Expression;
  readonly variable: string;
}

export interface SettingElement extends ElementBase {
  readonly type: 'setting';
  /** In snake_case. */
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Expression;
}

export interface EscapeElement extends ElementBase {
  readonly type: 'escape';
  readonly variable: string;
  readonly expression: Expression;
}

export interface OutputFormatElement extends ElementBase {
  readonly type: 'output-format';
  readonly name: Expression;
}

export interface TrimElement extends ElementBase {
  readonly type: 'trim';
  readonly left: boolean;
  readonly right: boolean;
}

export interface AttemptElement extends ElementBase {
  readonly type: 'attempt';
}

export interface TransformElement extends ElementBase {
  readonly type: 'transform';
  readonly transform: Expression;
  readonly named: readonly NamedArgument[];
}

/** The directives that only make sense with XML: parsed, and rejected when executed. */
export interface NodeDirectiveElement extends ElementBase {
  readonly type: 'node-directive';
  readonly kind: 'visit' | 'recurse' | 'fallback';
  readonly operands: readonly Expression[];
}

/** Several elements in one place; the root of most templates. */
export interface MixedElement extends ElementBase {
  readonly type: 'mixed';
}

export interface SimpleElement extends ElementBase {
  readonly type:
    | 'sep'
    | 'break'
    | 'continue'
    | 'flush'
    | 'compress'
    | 'no-escape'
    | 'auto-esc'
    | 'no-auto-esc'
    | 'recover'
    | 'comment';
}

/** A run of elements that was parsed separately: positions in it refer to its own source. */
export interface PartElement extends ElementBase {
  readonly type: 'part';
  readonly root: MixedElement;
  /** What to add to places of the run for places here. */
  readonly base: number;
}

/** What tolerant parsing could not read. */
export interface ErrorElement extends ElementBase {
  readonly type: 'error';
  readonly message: string;
}

export type Element =
  | TextElement
  | InterpolationElement
  | NumericInterpolationElement
  | IfElement
  | ConditionalElement
  | ListElement
  | ListWithElseElement
  | ElseOfListElement
  | ItemsElement
  | SwitchElement
  | CaseElement
  | AssignElement
  | BlockAssignElement
  | MacroElement
  | UserDirectiveElement
  | NestedElement
  | ReturnElement
  | StopElement
  | IncludeElement
  | ImportElement
  | SettingElement
  | EscapeElement
  | OutputFormatElement
  | TrimElement
  | AttemptElement
  | TransformElement
  | NodeDirectiveElement
  | MixedElement
  | SimpleElement
  | PartElement
  | ErrorElement;

/** `<#ftl …>` at the top of a template. */
export interface HeaderParameter {
  readonly name: string;
  readonly value: Expression;
}

export type { Identifier };
