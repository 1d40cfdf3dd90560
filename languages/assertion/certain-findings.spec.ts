import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintScript } from './lint-script.ts';

const said = (script: string, target?: 'saml' | 'token') =>
  lintScript(script, target).map(({ from, to, severity, message, replacement }) => ({
    at: script.slice(from, to),
    severity,
    message,
    ...(replacement === undefined ? {} : { replacement }),
  }));
const messages = (script: string, target?: 'saml' | 'token') =>
  said(script, target).map(({ message }) => message);

describe('a syntax error', () => {
  it('is found at its place, and nothing else is said', () => {
    expect(said("var a = 1;\nvar b = ;\nsetAtribute('x', 1);")).toEqual([
      { at: ';', severity: 'error', message: 'Unexpected token.' },
    ]);
  });

  it('at the end of the text is at its last character', () => {
    expect(said("setAttribute('a', \n")).toEqual([
      { at: ',', severity: 'error', message: 'The script ends in the middle of a statement.' },
    ]);
  });

  it('is not seen in the template’s own script', () => {
    expect(said(' @Empty\n')).toEqual([]);
  });
});

describe('an unknown name', () => {
  it('that is a slip of a known one has its fix', () => {
    expect(said("setAtribute('a', LoginUsr.Username);")).toEqual([
      {
        at: 'setAtribute',
        severity: 'warning',
        message: 'Tenant Desk doesn’t know the function setAtribute. Did you mean setAttribute?',
        replacement: 'setAttribute',
      },
      {
        at: 'LoginUsr',
        severity: 'warning',
        message: 'Tenant Desk doesn’t know LoginUsr. Did you mean LoginUser?',
        replacement: 'LoginUser',
      },
    ]);
  });

  it('that is far from every known one is a warning: a tenant may have it', () => {
    expect(said('provisionDevice(Tenancy);')).toEqual([
      {
        at: 'provisionDevice',
        severity: 'warning',
        message: 'Tenant Desk doesn’t know the function provisionDevice. A test run stops here.',
      },
      {
        at: 'Tenancy',
        severity: 'warning',
        message: 'Tenant Desk doesn’t know Tenancy. A test run stops here.',
      },
    ]);
  });

  it.each([
    "if (typeof Context !== 'undefined') trace('known');",
    "if (typeof Context !== 'undefined') trace(Context.ip);",
    "var ip = typeof Context === 'undefined' ? 'none' : Context.ip; trace(ip);",
    "if (typeof mapGroups === 'function') setAttributeArray('g', mapGroups(LoginUser.GroupNames));",
    "try { trace(mapGroups()); } catch (e) { trace('none'); }",
    "if (typeof LoginUser.Manager !== 'undefined') trace(LoginUser.Manager);",
    'if (LoginUser.Manager) trace(LoginUser.Manager);',
    "trace(LoginUser.Manager || 'none');",
    'if (LoginUser.Manager != null) trace(LoginUser.Manager);',
    "if ('Manager' in LoginUser) trace(LoginUser.Manager);",
    "if (LoginUser.hasOwnProperty('Manager')) trace(LoginUser.Manager);",
  ])('that a script asks about first is no finding: %s', (script) => {
    expect(said(script)).toEqual([]);
  });

  it('is found in a condition as well, where it is a slip', () => {
    expect(messages('if (LoginUser.Emial) trace(LoginUser.Emial);')).toEqual([
      'Tenant Desk doesn’t know LoginUser.Emial. Did you mean Email?',
      'Tenant Desk doesn’t know LoginUser.Emial. Did you mean Email?',
    ]);
    expect(messages("try { trace('a'); } catch (e) { trace(Context); }")).toEqual([
      'Tenant Desk doesn’t know Context. A test run stops here.',
    ]);
  });
});

describe('a value that is computed and never sent', () => {
  it.each([
    ['never read', 'var mail = LoginUser.Email;', 'mail'],
    ['read for another such value only', "var a = 'x'; var b = a + 'y';", 'a'],
    ['read by itself only', 'var count = 0; count = count + 1;', 'count'],
  ])('is told: %s', (_case, script, name) => {
    expect(messages(script)).toContain(
      `${name} is computed and never sent: no function, condition or result uses it.`,
    );
  });

  it.each([
    'var mail = LoginUser.Email; setAttribute("mail", mail);',
    'var names = []; names.push("a"); setAttributeArray("n", names);',
    'var isIn = LoginUser.RoleNames.length > 0; if (isIn) trace("in");',
    'function f(x) { var y = x + 1; return y; } trace(f(1));',
    'var o = {}; o.mail = LoginUser.Email; trace(o.mail);',
    'var a = "x"; var b = a; setAttribute("b", b);',
    'for (var i = 0; i < 3; i++) trace("again");',
    'var f = function () { trace(later); }; var later = 1; f();',
    'var hidden = 1; eval("trace(hidden)");',
    'var x; x = LoginUser.Email; LoginUser.Username = x;',
  ])('is nothing of the kind in %s', (script) => {
    expect(messages(script)).toEqual([]);
  });
});

describe('code that never runs', () => {
  it.each([
    ['function f() { return 1; trace("x"); } trace(f());', 'trace("x");', 'the function returns before it'],
    ['throw new Error("no"); trace("x");', 'trace("x");', 'the script stops before it'],
    ['while (true) { trace("x"); } setVersion("2");', 'setVersion("2");', 'the loop before it never ends'],
    ['for (;;) {} trace("x"); trace("y");', 'trace("x"); trace("y");', 'the loop before it never ends'],
    [
      'function f(a) { if (a) { return 1; } else { throw a; } trace("x"); } trace(f(1));',
      'trace("x");',
      'the function returns before it',
    ],
  ])('is told in %s', (script, at, why) => {
    expect(said(script)).toContainEqual({ at, severity: 'warning', message: `This never runs: ${why}.` });
  });

  it.each([
    'function f(a) { if (a) return 1; trace("x"); return 2; } trace(f(1));',
    'function f() { return g(); function g() { return 1; } } trace(f());',
    'while (true) { if (LoginUser.Email) break; } trace("x");',
    'outer: while (true) { while (true) { break outer; } } trace("x");',
    'try { throw 1; } catch (e) { trace(e); } trace("x");',
    'switch (LoginUser.Email) { case "a": trace(1); break; default: trace(2); } trace(3);',
    'do { trace("x"); } while (LoginUser.Email === "y"); trace("z");',
  ])('is nothing of the kind in %s', (script) => {
    expect(messages(script)).toEqual([]);
  });
});

describe('the name ID', () => {
  it('is missed in a SAML script that says nothing about it', () => {
    expect(said("// Payroll\nsetVersion('2');", 'saml')).toEqual([
      {
        at: '// Payroll',
        severity: 'warning',
        message: 'No name ID is set (setSubjectName): LoginUser.Username is sent.',
      },
    ]);
    expect(messages("setSubjectName('a');", 'saml')).toEqual([]);
    expect(messages("setClaim('a', 1);", 'token')).toEqual([]);
    expect(messages('', 'saml')).toEqual([]);
  });
});

it('never fails and keeps its places within the text, whatever it reads', () => {
  const pieces = fc.constantFrom(
    ...[
      'var ',
      'x',
      ' = ',
      "'",
      '"',
      '`',
      '${',
      '}',
      '{',
      '(',
      ')',
      ';',
      '\n',
      '/',
      '*/',
      '/*',
      'return ',
      '=>',
    ],
    ...[
      'LoginUser',
      '.',
      'Get',
      'setAttribute',
      'for',
      'while',
      'async ',
      '1',
      '\u2028',
      '😀',
      '@Empty',
      ',',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const script = parts.join('');
      for (const { from, to } of lintScript(script, 'saml')) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(script.length);
      }
    }),
    { numRuns: 2000 },
  );
});
