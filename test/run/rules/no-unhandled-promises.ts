import type { Rule } from 'eslint';
import type { Type } from 'typescript';

interface TypedServices {
  getTypeAtLocation(node: Rule.Node): Type;
}

/**
 * `no-misused-promises` for the markup of a Svelte component, which that rule doesn't check: a handler
 * (`onclick`, `onsave`) that returns an unhandled promise, so that its failure is never shown; and a promise
 * as the condition of an `{#if}`, which is always true. A handler should be `() => void act()` if `act` shows
 * its own failures. Needs the parser's types and does nothing without them.
 */
export const noUnhandledPromises: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      handler: "This handler returns an unhandled promise: show its failure, and don't return it.",
      condition: 'A promise is always true: await it first.',
    },
  },
  create(context) {
    const services: unknown = context.sourceCode.parserServices;
    if (!hasTypes(services)) return {};

    const checkHandler = (node: Rule.Node): void => {
      if (returnTypesOf(services.getTypeAtLocation(node)).some(isThenable))
        context.report({ node, messageId: 'handler' });
    };

    const checkCondition = (node: Rule.Node): void => {
      if (partsOf(services.getTypeAtLocation(node)).every(isThenable))
        context.report({ node, messageId: 'condition' });
    };

    return {
      'SvelteAttribute[key.name=/^on/] > SvelteMustacheTag > *.expression': checkHandler,
      'SvelteShorthandAttribute[key.name=/^on/] > *.value': checkHandler,
      'SvelteIfBlock > *.expression': checkCondition,
    };
  },
};

function hasTypes(services: unknown): services is TypedServices {
  return typeof services === 'object' && services !== null && 'getTypeAtLocation' in services;
}

function partsOf(type: Type): readonly Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Possible return types of a call; empty for types that can't be called. */
function returnTypesOf(type: Type): readonly Type[] {
  return partsOf(type)
    .flatMap((part) => part.getCallSignatures())
    .flatMap((signature) => partsOf(signature.getReturnType()));
}

function isThenable(type: Type): boolean {
  return type.getProperty('then') !== undefined;
}
