import { intArgument, optionalString, stringCall } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that fill strings up to a length. */
export const stringPadding = {
  left_pad: padding((filler, text, missing) => cycle(filler, 0, missing) + text),
  // On the right the filler goes on as if it had begun at the start of the text.
  right_pad: padding((filler, text, missing) => text + cycle(filler, text.length % filler.length, missing)),
};

function cycle(filler: string, start: number, length: number): string {
  return filler.repeat(Math.ceil((start + length) / filler.length)).slice(start, start + length);
}

function padding(fill: (filler: string, text: string, missing: number) => string): BuiltIn<string> {
  return stringCall(1, 2, (text, args, env, node) => {
    const width = intArgument(args, 0, env, node);
    const filler = optionalString(args, 1, env, node) ?? ' ';
    if (width <= text.length) return text;
    if (filler === '') {
      throw env.failure('invalid-argument', `?${node.name}(...) argument #2 can't be a 0-length string.`);
    }
    if (width > env.limits.stringLength) {
      throw env.failure(
        'limit-string',
        `A string would be longer than ${env.limits.stringLength} characters.`,
      );
    }
    return fill(filler, text, width - text.length);
  });
}
