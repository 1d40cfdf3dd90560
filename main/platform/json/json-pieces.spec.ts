import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAssembly, piecesOf } from './json-pieces.ts';

/** As between threads: only copies arrive. */
function sendInPieces(value: unknown): { readonly arrived: unknown; readonly pieces: number } {
  const assembly = createAssembly();
  let pieces = 0;
  for (const piece of piecesOf(value)) {
    assembly.add(structuredClone(piece));
    pieces += 1;
  }
  return { arrived: assembly.value(), pieces };
}

describe('a value in pieces', () => {
  it('survives the transfer', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(2), (value, times) => {
        let large: unknown = value;
        for (let time = 0; time < times; time += 1)
          large = { many: Array.from({ length: 25 }, () => large), one: value };
        const text = JSON.stringify(large);
        expect(JSON.stringify(sendInPieces(JSON.parse(text)).arrived)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps special member names and long strings', () => {
    const text = `{"__proto__": {"isAdmin": true}, "list": [${Array.from({ length: 9000 }, (_, i) => i).join()}], "text": "${'x'.repeat(900_000)}", "constructor": null}`;
    const { arrived, pieces } = sendInPieces(JSON.parse(text));
    expect(JSON.stringify(arrived)).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(arrived)).toBe(Object.prototype);
    expect(pieces).toBeGreaterThan(3);
  });
});
