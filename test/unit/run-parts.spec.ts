import { expect, it } from 'vitest';
import type { Part } from '../run/run-parts.ts';
import { runParts } from '../run/run-parts.ts';

/** Parts that end on request. */
function someParts(...given: readonly Omit<Part, 'run'>[]) {
  const running = new Set<string>();
  const ends = new Map<string, (error?: Error) => void>();
  const parts = given.map((part): Part => ({
    ...part,
    run() {
      running.add(part.name);
      return new Promise((resolve, reject) =>
        ends.set(part.name, (error) => {
          running.delete(part.name);
          if (error === undefined) resolve();
          else reject(error);
        }),
      );
    },
  }));
  return {
    parts,
    running,
    async end(name: string, error?: Error) {
      ends.get(name)?.(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const part = (name: string, processors: number, ...after: string[]) => ({ name, processors, after });

it('runs parts one after the other if each needs all processors', async () => {
  const { parts, running, end } = someParts(part('a', 2), part('b', 4), part('c', 2));
  const done = runParts(parts, 2);
  for (const name of ['a', 'b', 'c']) {
    expect([...running]).toEqual([name]);
    await end(name);
  }
  await done;
});

it('runs in parallel what fits, and lets a small part overtake one that does not fit', async () => {
  const { parts, running, end } = someParts(part('a', 3), part('b', 2), part('c', 1));
  const done = runParts(parts, 4);
  expect([...running]).toEqual(['a', 'c']);
  await end('c');
  expect([...running]).toEqual(['a']);
  await end('a');
  expect([...running]).toEqual(['b']);
  await end('b');
  await done;
});

it('starts a part only after its dependencies have ended', async () => {
  const { parts, running, end } = someParts(part('build', 1), part('end-to-end', 1, 'build'));
  const done = runParts(parts, 8);
  expect([...running]).toEqual(['build']);
  await end('build');
  expect([...running]).toEqual(['end-to-end']);
  await end('end-to-end');
  await done;
});

it("rejects with a part's error, and rejects parts with missing dependencies", async () => {
  const { parts, end } = someParts(part('a', 1));
  const done = runParts(parts, 1);
  const rejected = expect(done).rejects.toThrow('broken');
  await end('a', new Error('broken'));
  await rejected;
  await expect(runParts(someParts(part('a', 1, 'b'), part('b', 1)).parts, 1)).rejects.toThrow(
    'The part a depends on b',
  );
});
