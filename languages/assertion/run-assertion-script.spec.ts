import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { lintScript } from './lint-script.ts';
import { runAssertionScript, type ScriptLimits } from './run-assertion-script.ts';
import { createScriptEngine } from './script-engine.ts';
import { AssertionScriptError, type ScriptFailure } from './script-failure.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import type { ScriptInput } from './script-input.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

const INPUT: ScriptInput = {
  user: {
    username: 'zoe@acme.example',
    displayName: "Zoë O'Brien",
    firstName: 'Zoë',
    email: 'zoe@acme.example',
    roleNames: ['Payroll', 'Everybody'],
    groupNames: ['Staff'],
    attributes: {
      mail: 'zoe@acme.example',
      telephoneNumber: ['1', '2'],
      department: null,
      constructor: 'mine',
    },
  },
  application: { Name: 'Payroll', Url: 'https://payroll.example/', Issuer: 'https://idp.example' },
  tenant: { Name: 'Sandbox' },
  issuer: 'https://idp.example',
  serviceUrl: 'https://payroll.example/acs',
};

/** CPU time in milliseconds, because wall-clock time depends on what else the machine does. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe('application scripts', () => {
  const engine = createScriptEngine();

  const run = (script: string, limits: Partial<ScriptLimits> = {}) =>
    runAssertionScript(engine, { script, input: INPUT, limits, now: () => performance.now() });
  const failure = async (script: string, limits: Partial<ScriptLimits> = {}): Promise<ScriptFailure> => {
    try {
      await run(script, limits);
    } catch (error) {
      if (error instanceof AssertionScriptError) return error.failure;
      throw error;
    }
    throw new Error('The script did not fail.');
  };

  it('build an assertion with the publicly documented functions', async () => {
    const { assertion } = await run(`
      setVersion('2');
      setIssuer(Issuer);
      setSubjectName(LoginUser.Username);
      setSubjectNameFormat('emailAddress');
      setAudience('urn:payroll');
      setRecipient(ServiceUrl);
      setServiceUrl('https://payroll.example/home');
      setHttpDestination(ServiceUrl);
      setRelayState('deep');
      setSignatureType('Assertion');
      setDigestMethodAlgorithm('sha384');
      setAuthenticationMethod('urn:oasis:names:tc:SAML:2.0:ac:classes:Password');
      setAttribute('Email', LoginUser.Get('MAIL'));
      setAttributeArray('Roles', LoginUser.RoleNames);
      setCustomAttribute('upn', 'http://claims.example', LoginUser.Username);
      addSubjectToAttrStatement('True');
    `);
    expect(assertion).toEqual({
      version: '2.0',
      issuer: 'https://idp.example',
      subjectName: 'zoe@acme.example',
      subjectNameFormat: 'emailAddress',
      subjectConfirmationMethod: null,
      audience: 'urn:payroll',
      recipient: 'https://payroll.example/acs',
      serviceUrl: 'https://payroll.example/home',
      httpDestination: 'https://payroll.example/acs',
      relayState: 'deep',
      overwritesRelayState: false,
      wctx: null,
      authenticationMethod: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
      signatureType: 'Assertion',
      digestMethod: 'sha384',
      subjectInAttributeStatement: true,
      attributes: [
        { name: 'Email', namespace: null, values: ['zoe@acme.example'] },
        { name: 'Roles', namespace: null, values: ['Payroll', 'Everybody'] },
        { name: 'upn', namespace: 'http://claims.example', values: ['zoe@acme.example'] },
      ],
    });
  });

  it.each(['', '  \n', '@Empty', '// nothing'])(
    'return the defaults when the script is %j',
    async (script) => {
      const { assertion, claims, trace } = await run(script);
      expect(assertion).toMatchObject({
        issuer: INPUT.issuer,
        subjectName: 'zoe@acme.example',
        attributes: [],
      });
      expect({ claims, trace }).toEqual({ claims: {}, trace: [] });
    },
  );

  it('set claims of any plain shape, and write a trace', async () => {
    const { claims, trace } = await run(`
      setClaim('tenant_id', TenantData.Get('name'));
      setClaim('roles', LoginUser.RoleNames);
      setClaim('limits', { daily: 3, open: true, none: null });
      trace('user ' + LoginUser.Username);
      trace({ a: 1 });
    `);
    expect(claims).toEqual({
      tenant_id: 'Sandbox',
      roles: ['Payroll', 'Everybody'],
      limits: { daily: 3, open: true, none: null },
    });
    expect(trace).toEqual(['user zoe@acme.example', '{"a":1}']);
  });

  it('read lists by length and by Length, and attributes in any case', async () => {
    const { trace } = await run(`
      trace(LoginUser.RoleNames.Length + LoginUser.RoleNames.length);
      trace(LoginUser.GetValues('telephonenumber').join('|'));
      trace(LoginUser.Get('telephoneNumber'));
      trace(String(LoginUser.Get('department')) + LoginUser.Get('nothing') + LoginUser.Get('toString'));
      trace(LoginUser.Get('constructor'));
      trace(Application.Get('URL'));
    `);
    expect(trace).toEqual(['4', '1|2', '1', 'nullnullnull', 'mine', 'https://payroll.example/']);
  });

  it('may rename the user, as user map scripts do', async () => {
    expect(
      (await run(`LoginUser.Username = 'mapped#' + Application.Get('Name');`)).assertion.subjectName,
    ).toBe('mapped#Payroll');
  });

  it('report which line set each value (the last one counts), even if they replace Error', async () => {
    const { setBy } = await run(
      [
        'var Error = null; function set(name, value) {',
        '  setAttribute(name, value);',
        '}',
        "setAttribute('mail', 'a@b.example');",
        "set('city', 'Bern');",
        "setClaim('mail', 'c');",
        "setAudience('one'); setSubjectName('zoe');",
        "setAttributeArray('mail', ['d', 'e']); trace('x');",
      ].join('\n'),
    );
    expect(setBy).toEqual([
      { function: 'setAttributeArray', name: 'mail', line: 8 },
      { function: 'setAttribute', name: 'city', line: 2 },
      { function: 'setClaim', name: 'mail', line: 6 },
      { function: 'setAudience', name: null, line: 7 },
      { function: 'setSubjectName', name: null, line: 7 },
    ]);
  });

  it('replace an attribute that they set again', async () => {
    expect(
      (await run(`setAttribute('a', 1); setAttribute('b', true); setAttribute('a', 2)`)).assertion.attributes,
    ).toEqual([
      { name: 'a', namespace: null, values: ['2'] },
      { name: 'b', namespace: null, values: ['true'] },
    ]);
  });

  it.each([
    ['invalid JavaScript', 'var a = 1;\nvar b = ;', { code: 'syntax', line: 2, column: 9 }],
    ['an unknown name', '\n  setAtribute("a", 1)', { code: 'thrown', line: 2, column: 3 }],
    ['their own error', 'throw new Error("no role")', { code: 'thrown', message: 'No role.', line: 1 }],
    ['a thrown string', 'throw "no role"', { code: 'thrown', message: 'No role.', line: null }],
    ['an error inside a function', 'function f() {\n  null.x;\n}\nf()', { code: 'thrown', line: 2 }],
    ['invalid JavaScript at run time', 'eval("var = 1")', { code: 'thrown' }],
    ['too few arguments', 'setAttribute("a")', { code: 'argument', line: 1 }],
    [
      'no value',
      'setIssuer(LoginUser.Get("none"))',
      { code: 'argument', message: 'setIssuer: issuer has no value.' },
    ],
    ['undefined', 'setAttribute("a", LoginUser.Nothing)', { code: 'argument' }],
    ['a string instead of a list', 'setAttributeArray("a", "b")', { code: 'argument' }],
    ['an unsupported value', 'setSignatureType("Both")', { code: 'argument' }],
    ['a function as a value', 'setClaim("a", function () {})', { code: 'argument' }],
    ['a reserved claim', 'setClaim("sub", "another user")', { code: 'argument' }],
  ])('fail with a code and a position on %s', async (_what, script, expected) => {
    expect(await failure(script)).toMatchObject(expected);
  });

  it('include the position in the message', async () => {
    await expect(run('\n\nsetVersion("7")')).rejects.toThrow(
      /^Line 3, column \d+: setVersion: version must be one of/,
    );
  });

  describe('that are malicious', () => {
    const stopped: [string, string, string][] = [
      ['an endless loop', 'for (;;) {}', 'time_limit'],
      ['an endless loop in a catch', 'for (;;) { try { for (;;) {} } catch (e) {} }', 'time_limit'],
      ['an endless loop in a getter', 'setAttribute("a", { get x() { for (;;) {} } })', 'time_limit'],
      [
        'an endless loop in a user name',
        'Object.defineProperty(LoginUser, "Username", { get() { for (;;) {} } })',
        'time_limit',
      ],
      ['an endless loop while its error is read', 'throw { get message() { for (;;) {} } }', 'time_limit'],
      ['a regular expression that explodes', '/(a+)+$/.test("a".repeat(64) + "!")', 'time_limit'],
      ['a memory bomb', 'var a = []; for (;;) a.push(new Array(10000).fill(1))', 'memory_limit'],
      ['a doubling string', 'var s = "x"; for (;;) s += s', 'memory_limit'],
      ['one huge string', '"x".repeat(1e9)', 'memory_limit'],
      ['a promise that swallows', 'function f() { return new Promise(f) } for (;;) f()', 'thrown'],
      ['asynchronous code', 'async function f() { for (;;); } for (;;) f()', 'syntax'],
      ['hidden asynchronous code', 'for (;;) eval("(async function () { for (;;); })()")', 'thrown'],
      ['endless recursion', '(function f() { f() })()', 'call_depth'],
      ['too many attributes', 'for (var i = 0; ; i++) setAttribute("a" + i, 1)', 'output_limit'],
      ['too many claims', 'for (var i = 0; ; i++) setClaim("a" + i, 1)', 'output_limit'],
      ['a trace that is too long', 'for (;;) trace("x")', 'output_limit'],
      ['a script that is too long', '1;'.repeat(200_000), 'too_long'],
      ['patterns that never end', '=/['.repeat(80_000), 'syntax'],
      ['a value that is too long', 'setIssuer("x".repeat(100000))', 'output_limit'],
    ];
    it.each(stopped)('are stopped in time: %s', async (_what, script, code) => {
      const started = cpuMs();
      expect((await failure(script, { milliseconds: code === 'time_limit' ? 200 : 2_000 })).code).toBe(code);
      expect(cpuMs() - started).toBeLessThan(2_500);
      expect((await run('setIssuer("still works")')).assertion.issuer).toBe('still works');
    });

    it('write nothing to the host’s stderr, even if they crash the engine', async () => {
      const written = vi.spyOn(console, 'error').mockReturnValue(undefined);
      try {
        const own = createScriptEngine();
        const broken = await own.instance();
        const script = 'for (;;) eval("(async function () { for (;;); })()")';
        await expect(runAssertionScript(own, { script, input: INPUT, now: () => 0 })).rejects.toThrow();
        expect(await own.instance()).not.toBe(broken);
        expect(written).not.toHaveBeenCalled();
      } finally {
        written.mockRestore();
      }
    });

    it('find nothing of the host', async () => {
      const { trace } = await run(`
        trace([typeof process, typeof require, typeof fetch, typeof XMLHttpRequest, typeof console,
          typeof setTimeout, typeof WebAssembly, typeof globalThis.std, typeof globalThis.os].join());
      `);
      expect(trace).toEqual([Array.from({ length: 9 }, () => 'undefined').join()]);
    });

    it('have no effect on the next run', async () => {
      await run(
        'globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = null; setIssuer = null',
      );
      const { trace } = await run('trace(typeof left + typeof [].map + typeof setIssuer)');
      expect(trace).toEqual(['undefinedfunctionfunction']);
    });

    it('cannot reach host objects through the values they pass', async () => {
      const { claims } = await run(`
        var value = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
        setClaim('x', value);
        setClaim('__proto__', 'y');
      `);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect(Object.keys(claims).sort()).toEqual(['__proto__', 'x']);
    });
  });

  it('fail with a typed error or not at all for any input', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SCRIPT_FUNCTIONS.map((one) => one.name), ...SCRIPT_OBJECTS.map((one) => one.name)),
      fc.constantFrom(
        '(',
        ')',
        '{',
        '}',
        '[',
        ']',
        '.',
        ',',
        ';',
        '=',
        '+',
        '"a"',
        "'",
        '`',
        '/',
        'var',
        'x',
        '1',
      ),
      fc.constantFrom('function', 'throw', 'new', 'null', 'undefined', 'this', 'delete', 'for', 'in', '...'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const script = pieces.join(' ');
        expect(Array.isArray(lintScript(script))).toBe(true);
        try {
          await run(script, { milliseconds: 100 });
        } catch (error) {
          expect(error).toBeInstanceOf(AssertionScriptError);
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('do not leak over many runs', async () => {
    for (let count = 0; count < 300; count++) await run('setAttributeArray("r", LoginUser.RoleNames)');
    const before = (await engine.instance()).getWasmMemory().buffer.byteLength;
    for (let count = 0; count < 300; count++)
      await run('setAttributeArray("r", LoginUser.RoleNames); trace("x")');
    expect((await engine.instance()).getWasmMemory().buffer.byteLength).toBe(before);
  });
});
