import { expect, it } from 'vitest';
import type { RestartedPart } from './developed-program.ts';
import { partOf } from './developed-program.ts';
import { createRestarts } from './restarts.ts';

/** A program whose restarts end on request. */
function aProgram() {
  const restarted: RestartedPart[] = [];
  const done: RestartedPart[] = [];
  const ends: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const restarts = createRestarts({
    program: {
      restart(part) {
        restarted.push(part);
        return new Promise((resolve) => ends.push(resolve));
      },
    },
    done: (part) => void done.push(part),
    now: () => 0,
    later: (run) => void timers.push(run),
  });
  return {
    restarted,
    done,
    changed: restarts.changed,
    pass: () => timers.splice(0).forEach((run) => run()),
    async end() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('restarts once for simultaneous changes, and main for a change of both', async () => {
  const program = aProgram();
  program.changed('tenant');
  program.changed('main');
  program.changed('tenant');
  expect(program.restarted).toEqual([]);
  program.pass();
  expect(program.restarted).toEqual(['main']);
  await program.end();
  expect(program.restarted).toEqual(['main']);
  expect(program.done).toEqual(['main']);
});

it('restarts again for a change during a restart, and only then reports that it is done', async () => {
  const program = aProgram();
  program.changed('main');
  program.pass();
  program.changed('tenant');
  program.pass();
  expect(program.restarted).toEqual(['main']);
  await program.end();
  expect(program.restarted).toEqual(['main', 'tenant']);
  expect(program.done).toEqual([]);
  await program.end();
  expect(program.done).toEqual(['tenant']);
});

it.each([
  ['main/app/browser.ts', 'main'],
  ['contract/errors/errors.ts', 'main'],
  ['languages/json/parse-exact.ts', 'main'],
  ['packages/freemarker/src/parser/parse.ts', 'main'],
  ['tenant/oidc/keys.ts', 'tenant'],
  ['renderer/app/App.svelte', undefined],
  ['main/platform/dispatch.spec.ts', undefined],
  ['main/changes/README.md', undefined],
  ['tools/develop.ts', undefined],
])('maps a change of %s to %s', (path, part) => {
  expect(partOf(path)).toBe(part);
});
