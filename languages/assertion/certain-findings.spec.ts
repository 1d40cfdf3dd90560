import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintScript } from './lint-script.ts';

const lint = (script: string, target?: 'saml' | 'token') =>
  lintScript(script, target).map(({ from, to, severity, message, replacement }) => ({
    at: script.slice(from, to),
    severity,
    message,
    ...(replacement === undefined ? {} : { replacement }),
  }));
const messages = (script: string, target?: 'saml' | 'token') =>
  lint(script, target).map(({ message }) => message);

describe('a syntax error', () => {
  it('is reported at its position, and hides other findings', () => {
    expect(lint("var a = 1;\nvar b = ;\nsetAtribute('x', 1);")).toEqual([
      { at: ';', severity: 'error', message: 'Unexpected token.' },
    ]);
  });

  it('at the end of the script is reported at its last character', () => {
    expect(lint("setAttribute('a', \n")).toEqual([
      { at: ',', severity: 'error', message: 'Unexpected end of script.' },
    ]);
  });

  it('is ignored in the template’s own script', () => {
    expect(lint(' @Empty\n')).toEqual([]);
  });
});

describe('an unknown name', () => {
  it('that looks like a typo gets a suggested fix', () => {
    expect(lint("setAtribute('a', LoginUsr.Username);")).toEqual([
      {
        at: 'setAtribute',
        severity: 'warning',
        message: 'Unknown function setAtribute. Did you mean setAttribute?',
        replacement: 'setAttribute',
      },
      {
        at: 'LoginUsr',
        severity: 'warning',
        message: 'Unknown name LoginUsr. Did you mean LoginUser?',
        replacement: 'LoginUser',
      },
    ]);
  });

  it('that resembles no known name is a warning, because a tenant may define it', () => {
    expect(lint('provisionDevice(Tenancy);')).toEqual([
      {
        at: 'provisionDevice',
        severity: 'warning',
        message: 'Unknown function provisionDevice. Test runs stop here.',
      },
      {
        at: 'Tenancy',
        severity: 'warning',
        message: 'Unknown name Tenancy. Test runs stop here.',
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
  ])('that a script checks first is not reported: %s', (script) => {
    expect(lint(script)).toEqual([]);
  });

  it('is reported in a condition too if it is a typo', () => {
    expect(messages('if (LoginUser.Emial) trace(LoginUser.Emial);')).toEqual([
      'Unknown name LoginUser.Emial. Did you mean Email?',
      'Unknown name LoginUser.Emial. Did you mean Email?',
    ]);
    expect(messages("try { trace('a'); } catch (e) { trace(Context); }")).toEqual([
      'Unknown name Context. Test runs stop here.',
    ]);
  });
});

describe('a value that is computed but never sent', () => {
  it.each([
    ['never read', 'var mail = LoginUser.Email;', 'mail'],
    ['only read for another such value', "var a = 'x'; var b = a + 'y';", 'a'],
    ['only read by itself', 'var count = 0; count = count + 1;', 'count'],
  ])('is reported: %s', (_case, script, name) => {
    expect(messages(script)).toContain(
      `${name} is computed but not used by any function, condition or result.`,
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
  ])('is not reported in %s', (script) => {
    expect(messages(script)).toEqual([]);
  });
});

describe('unreachable code', () => {
  it.each([
    ['function f() { return 1; trace("x"); } trace(f());', 'trace("x");', 'the function returns earlier'],
    ['throw new Error("no"); trace("x");', 'trace("x");', 'the script stops earlier'],
    ['while (true) { trace("x"); } setVersion("2");', 'setVersion("2");', 'the loop above never ends'],
    ['for (;;) {} trace("x"); trace("y");', 'trace("x"); trace("y");', 'the loop above never ends'],
    [
      'function f(a) { if (a) { return 1; } else { throw a; } trace("x"); } trace(f(1));',
      'trace("x");',
      'the function returns earlier',
    ],
  ])('is reported in %s', (script, at, why) => {
    expect(lint(script)).toContainEqual({ at, severity: 'warning', message: `Unreachable code: ${why}.` });
  });

  it.each([
    'function f(a) { if (a) return 1; trace("x"); return 2; } trace(f(1));',
    'function f() { return g(); function g() { return 1; } } trace(f());',
    'while (true) { if (LoginUser.Email) break; } trace("x");',
    'outer: while (true) { while (true) { break outer; } } trace("x");',
    'try { throw 1; } catch (e) { trace(e); } trace("x");',
    'switch (LoginUser.Email) { case "a": trace(1); break; default: trace(2); } trace(3);',
    'do { trace("x"); } while (LoginUser.Email === "y"); trace("z");',
  ])('is not reported in %s', (script) => {
    expect(messages(script)).toEqual([]);
  });
});

describe('the name ID', () => {
  it('is reported if a SAML script does not set it', () => {
    expect(lint("// Payroll\nsetVersion('2');", 'saml')).toEqual([
      {
        at: '// Payroll',
        severity: 'warning',
        message: 'No name ID set (setSubjectName). LoginUser.Username will be sent.',
      },
    ]);
    expect(messages("setSubjectName('a');", 'saml')).toEqual([]);
    expect(messages("setClaim('a', 1);", 'token')).toEqual([]);
    expect(messages('', 'saml')).toEqual([]);
  });
});

it('never throws and stays within the text for any input', () => {
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
