import type { OwnVariable, UsableVariable } from '../analysis/template-scope.ts';
import { columnKind, kindOf, type KnownVariables, type ValueKind } from '../analysis/value-kinds.ts';
import { lastDocument } from '../document/last-document.ts';
import type { TemplateDocument } from '../document/template-document.ts';
import { parseWholeExpression } from '../parser/parse.ts';
import { SPECIAL_VARIABLES } from '../parser/special-variables.ts';
import { SERVICE_VARIABLES } from '../variables/service-variables.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import { builtInItems } from './built-in-items.ts';
import { item, type Completion, type CompletionItem } from './completion-item.ts';
import { cursorContext } from './cursor-context.ts';
import { DIRECTIVE_DOCS } from './directive-docs.ts';
import { directiveExample } from './directive-examples.ts';

const noVariables: readonly VariableModel[] = [];

/**
 * What fits at `offset`: built-ins that fit the value before the `?`, directives, macros, variables and their
 * columns. The template may be broken anywhere; in plain text there is nothing to offer.
 */
export function complete(
  source: string,
  offset: number,
  variables: readonly VariableModel[] = noVariables,
  document: TemplateDocument = lastDocument(),
): Completion {
  const cursor = Math.max(0, Math.min(offset, source.length));
  const context = cursorContext(source, cursor, document.passed);
  if (context.place === 'text') return { from: cursor, to: cursor, items: [] };
  const to = nameEnd(source, cursor);
  const range = { from: context.from, to };
  switch (context.place) {
    case 'directive':
      return { ...range, items: directives(source, cursor, context.isEnd) };
    case 'special':
      return {
        ...range,
        items: SPECIAL_VARIABLES.map(({ name, doc }) => item(name, 'special-variable', '', doc)),
      };
    case 'member':
      return { ...range, items: members(context.path, variables) };
    case 'macro':
      return { ...range, items: macros(ownAt(source, cursor, variables, document)) };
    case 'expression':
      return { ...range, items: variableItems(ownAt(source, cursor, variables, document), variables) };
    case 'built-in': {
      const own = ownAt(source, cursor, variables, document);
      const kinds = new Map(own.map(({ name, kind }) => [name, kind]));
      const known = { models: variables, sample: undefined, own: kinds };
      const target = source.slice(context.targetStart, context.targetEnd);
      return {
        ...range,
        items: builtInItems(
          kindOfText(target, known),
          own.some(({ name, origin }) => name === target && origin === 'loop'),
        ),
      };
    }
  }
}

function nameEnd(source: string, offset: number): number {
  return offset + (/^[\p{L}\p{N}_$]*/u.exec(source.slice(offset))?.[0].length ?? 0);
}

/** The template's own variables that can be used at the cursor. */
function ownAt(
  source: string,
  cursor: number,
  models: readonly VariableModel[],
  document: TemplateDocument,
): readonly UsableVariable[] {
  return document.variablesAt(source, cursor, { models, sample: undefined });
}

function kindOfText(text: string, known: KnownVariables): ValueKind {
  try {
    const context = { outputFormat: 'undefined', autoEscapingPolicy: 'disable' } as const;
    return kindOf(parseWholeExpression(text, {}, context), known);
  } catch {
    return 'unknown';
  }
}

function directives(source: string, cursor: number, isEnd: boolean): readonly CompletionItem[] {
  // A tag that is already complete only gets its name replaced.
  const hasRest = /^[a-zA-Z]*[^<\n]*>/.test(source.slice(cursor));
  return DIRECTIVE_DOCS.filter(({ name, snippet }) => !isEnd || snippet.includes(`</#${name}>`)).map(
    ({ name, snippet, doc }) => {
      const example = directiveExample(name);
      if (isEnd || hasRest)
        return item(name, 'directive', '', doc, { insert: isEnd && !hasRest ? `${name}>` : name, example });
      return item(name, 'directive', '', doc, {
        example,
        insert: snippet.replace('|', ''),
        cursor: snippet.indexOf('|'),
      });
    },
  );
}

function macros(own: readonly UsableVariable[]): readonly CompletionItem[] {
  return distinct(
    own
      .filter(({ origin }) => origin === 'macro' || origin === 'namespace')
      .map(({ name, origin }) =>
        item(name, 'macro', origin, origin === 'macro' ? 'A macro of this template.' : 'Imported templates.'),
      ),
  );
}

const ownDocs: Readonly<Record<OwnVariable['origin'], string>> = {
  assign: 'Assigned in this template.',
  loop: 'A loop variable.',
  parameter: 'A parameter of the macro or function.',
  macro: 'A macro of this template.',
  function: 'A function of this template.',
  namespace: 'An imported template.',
  lambda: 'The parameter of the lambda.',
};

function variableItems(
  own: readonly UsableVariable[],
  models: readonly VariableModel[],
): readonly CompletionItem[] {
  const mine = own.map(({ name, origin, kind }) =>
    item(
      name,
      origin === 'function' ? 'function' : 'variable',
      kind === 'unknown' ? '' : kind,
      ownDocs[origin],
      { rank: 0 },
    ),
  );
  const nodes = models.filter(({ name }) => name !== '');
  const nodeless = models
    .filter(({ name }) => name === '')
    .flatMap(({ columns }) => columns)
    .map((column) =>
      item(column.name, 'variable', column.type ?? columnKind(column), column.description ?? ''),
    );
  const offered = nodes.map(({ name, description, columns }) =>
    item(
      name,
      'variable',
      `${columns.length} column${columns.length === 1 ? '' : 's'}`,
      description ?? 'Variables of the event.',
    ),
  );
  const service = SERVICE_VARIABLES.map(({ name, doc, members: inner }) =>
    item(name, 'variable', inner === undefined ? 'string' : 'hash', doc, { rank: 2 }),
  );
  return distinct([...mine, ...offered, ...nodeless, ...service]);
}

function members(path: readonly string[], models: readonly VariableModel[]): readonly CompletionItem[] {
  const [variable] = path;
  if (path.length !== 1 || variable === undefined) return [];
  const columns = models
    .filter(({ name }) => name === variable)
    .flatMap((model) => model.columns)
    .map((column) =>
      item(column.name, 'column', column.type ?? columnKind(column), column.description ?? ''),
    );
  const service = SERVICE_VARIABLES.filter(({ name }) => name === variable)
    .flatMap(({ members: inner }) => inner ?? [])
    .map(({ name, doc, signature }) =>
      signature === undefined
        ? item(name, 'column', 'string', doc)
        : item(name, 'function', `${signature} → string`, doc, {
            insert: `${name}()`,
            cursor: name.length + 1,
          }),
    );
  return distinct([...columns, ...service]);
}

/** The first of each name: what is nearer hides what is farther. */
function distinct(items: readonly CompletionItem[]): readonly CompletionItem[] {
  const byLabel = new Map<string, CompletionItem>();
  for (const candidate of items) if (!byLabel.has(candidate.label)) byLabel.set(candidate.label, candidate);
  return [...byLabel.values()];
}
