import type { Rule } from 'eslint';
import type { Type } from 'typescript';

interface TypedServices {
  getTypeAtLocation(node: Rule.Node): Type;
}

/**
 * What `no-misused-promises` looks for, in the markup of a Svelte component, which that rule does not read: a handler
 * (`onclick`, `onsave`) that answers a promise, which nobody holds, so that its failure is shown to nobody; and a
 * promise as the condition of an `{#if}`, which is always true. A handler says `() => void act()` where `act` shows its
 * failures itself. Needs the parser's types and does nothing without them.
 */
export const noUnheldPromises: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      handler: 'Nobody holds the promise that this handler answers: show its failure, and answer nothing.',
      condition: 'A promise is always true: await it first.',
    },
  },
  create(context) {
    const services: unknown = context.sourceCode.parserServices;
    if (!hasTypes(services)) return {};

    const checkHandler = (node: Rule.Node): void => {
      if (answersOf(services.getTypeAtLocation(node)).some(isThenable))
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

/** What a call may answer; nothing for what cannot be called. */
function answersOf(type: Type): readonly Type[] {
  return partsOf(type)
    .flatMap((part) => part.getCallSignatures())
    .flatMap((signature) => partsOf(signature.getReturnType()));
}

function isThenable(type: Type): boolean {
  return type.getProperty('then') !== undefined;
}
