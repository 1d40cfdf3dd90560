import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createScriptEngine } from '../../../languages/assertion/script-engine.ts';
import { testRunInput } from '../../../languages/assertion/test-run-input.ts';
import { tryScripts } from '../../../languages/assertion/try-scripts.ts';
import { formatScript } from './format-script.ts';

const untidy = `setVersion("2")
var a={b:1,
'c':2};  // kept
if(a){setAttribute('a',a.b)}`;

const tidy = `setVersion('2');
var a = { b: 1, c: 2 }; // kept
if (a) {
  setAttribute('a', a.b);
}
`;

it('formats a whole script with its comments, and leaves a formatted one unchanged', async () => {
  expect(await formatScript(untidy, 0)).toMatchObject({ ok: true, script: tidy });
  expect(await formatScript(tidy, 0)).toMatchObject({ ok: true, script: tidy });
});

it('keeps the cursor at the same token', async () => {
  const formatted = await formatScript(untidy, untidy.indexOf('a.b'));
  expect(formatted).toMatchObject({ ok: true, cursor: tidy.indexOf('a.b') });
});

it('reports the position of a syntax error, and formats nothing', async () => {
  const broken = `setVersion('2');\nvar  =  1;`;
  const result = await formatScript(broken, 0);
  expect(result).toMatchObject({ ok: false, offset: broken.indexOf('=') });
  expect(result.ok ? '' : result.message).toMatch(/^Line 2, column 6: .+ The script wasn’t formatted\.$/);
  // Unsupported syntax must not be formatted as if the tenant ran it.
  expect((await formatScript('return 1;', 0)).ok).toBe(false);
  expect((await formatScript('import a from "b";', 0)).ok).toBe(false);
});

it('ignores text that is not a script', async () => {
  for (const script of ['', '@Empty', ' @Empty\n']) {
    expect(await formatScript(script, 1)).toEqual({ ok: true, script, cursor: 1 });
  }
});

it('preserves the behavior of a script', async () => {
  const engine = createScriptEngine();
  const users = [{ name: 'Zoë', input: testRunInput([{ name: 'Username', value: 'zoe' }], {}) }];
  const statement = fc.constantFrom(
    `setAttribute('s',"it's" + 'a "b"')`,
    'var n=1\n;[1,2].forEach(function(x){n+=x})',
    `setAttribute('n',String(n))`,
    'var n = (1,2), r=/[/"]+/g',
    `if(n)setSubjectName(LoginUser.Username)\nelse setSubjectName('none')`,
    'var o={"a-b":1,"c":2}\nsetAttribute("o",o["a-b"]+o.c)',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 6 }), async (statements) => {
      const script = statements.join('\n;');
      const formatted = await formatScript(script, 0);
      if (!formatted.ok) throw new Error(formatted.message);
      const input = {
        before: script,
        after: formatted.script,
        target: 'saml',
        attributes: [],
        users,
      } as const;
      const { users: tried } = await tryScripts(engine, input, () => performance.now());
      expect(tried[0]?.compared.filter(({ sign }) => sign !== 'same')).toEqual([]);
      expect(tried[0]?.after.isOk).toBe(tried[0]?.before.isOk);
    }),
    { numRuns: 60 },
  );
});
