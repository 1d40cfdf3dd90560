import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  testRunInput,
  createScriptEngine,
  lintScript,
  runAssertionScript,
} from '../../languages/assertion/index.ts';
import { samlScript, tokenScript } from '../../tenant/seed/application-scripts.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
const facts = fc.record({
  issuer: label.map((name) => `https://${name}.example/`),
  host: label.map((name) => `${name}.acme.example`),
  name: fc.stringMatching(/^[\w .&’é-]{1,30}$/),
  variant: fc.nat(20),
});

it('no script of the embedded tenant has an error or a warning, and each lets a user in', async () => {
  const engine = createScriptEngine();
  const input = testRunInput(
    [
      { name: 'Username', value: 'zoe@acme.example' },
      { name: 'department', value: 'Human Resources' },
      { name: 'mail', value: 'zoe@acme.example' },
    ],
    {},
  );
  await fc.assert(
    fc.asyncProperty(facts, async (seeded) => {
      for (const [script, target] of [
        [samlScript(seeded), 'saml'],
        [tokenScript(seeded), 'token'],
      ] as const) {
        expect(lintScript(script, target)).toEqual([]);
        await runAssertionScript(engine, { script, input, now: () => performance.now() });
      }
    }),
    { numRuns: 200 },
  );
});
