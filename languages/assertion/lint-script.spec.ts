import { describe, expect, it } from 'vitest';
import { checkScriptSyntax } from './check-script-syntax.ts';
import { completeScript } from './complete-script.ts';
import { lintScript } from './lint-script.ts';
import { createScriptEngine } from './script-engine.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';

const GOOD = `
/* setNothing() in a comment */ // setNothing()
setVersion('2');
setIssuer(Issuer);
var roles = LoginUser.RoleNames;
var pattern = /setNothing\\(/;
for (var i = 0; i < roles.Length; i++) {
  if (roles[i] / 2 > 1) setAttribute('x', "setNothing()" + \`setNothing()\`);
}
function setMine(a, b) { setAttribute(a, b); }
setMine(1, 2);
LoginUser.Username = LoginUser.Get('mail');
var f = function (a, b) { return a + b; };
setSubjectName(LoginUser.Username);
setAttributeArray('a', pattern.test('x') ? [1, [2, 3], f(4, 5)] : [],);
`;

describe('application script lint', () => {
  const messages = (script: string, target?: 'saml' | 'token') =>
    lintScript(script, target).map((one) => one.message);

  it('reports nothing for a good script', () => {
    expect(lintScript(GOOD, 'saml')).toEqual([]);
  });

  it('reports a misspelled function and suggests the right name at its position', () => {
    const script = `setIssuer(Issuer);\nsetAtribute('a', 1);`;
    const [remark, ...others] = lintScript(script);
    expect(others).toEqual([]);
    expect(remark).toMatchObject({ severity: 'warning', replacement: 'setAttribute' });
    expect(script.slice(remark?.from, remark?.to)).toBe('setAtribute');
  });

  it('reports a misspelled member, but lets a script add its own', () => {
    expect(messages('trace(LoginUser.Usernmae)')).toEqual([
      'Unknown name LoginUser.Usernmae. Did you mean Username?',
    ]);
    expect(messages('LoginUser.Mine = 1; trace(LoginUser.Mine)')).toEqual([]);
  });

  it('counts arguments, ignoring nested ones', () => {
    expect(messages("setAttribute('a')")).toEqual(['setAttribute(name, value) takes 2 arguments, not 1.']);
    expect(messages("function f(a) { return a; } setAttribute('a', f(1, 2), [3, 4])")).toEqual([
      'setAttribute(name, value) takes 2 arguments, not 3.',
    ]);
    expect(messages('setIssuer()')).toEqual(['setIssuer(issuer) takes 1 argument, not 0.']);
    expect(messages('var pair = []; setAttribute(...pair)')).toEqual([]);
  });

  it('warns about functions of the other application type', () => {
    expect(messages("setClaim('a', 1)", 'saml')).toEqual([
      'setClaim only works in OpenID Connect applications.',
    ]);
    expect(messages('setIssuer(Issuer)', 'token')).toEqual(['setIssuer only works in SAML applications.']);
  });

  it('warns about asynchronous code', () => {
    expect(messages('async function f() {}')).toHaveLength(1);
    expect(messages('new Promise(trace)')).toHaveLength(1);
    expect(messages('var async = 1; LoginUser.async = async; LoginUser.async(2)')).toEqual([]);
  });

  it('never throws for any input', () => {
    for (const script of [
      '',
      "'",
      '"\\',
      '`${',
      '/*',
      '/[',
      '((((',
      '\u0000',
      'LoginUser.',
      'setIssuer(',
      '😀.a(',
    ]) {
      expect(Array.isArray(lintScript(script))).toBe(true);
    }
  });

  it('reports syntax errors at their position', async () => {
    const engine = createScriptEngine();
    const now = () => performance.now();
    expect(await checkScriptSyntax(engine, GOOD, now)).toBeUndefined();
    expect(await checkScriptSyntax(engine, '@Empty', now)).toBeUndefined();
    const script = 'var a = 1;\nvar b = ;\n';
    const remark = await checkScriptSyntax(engine, script, now);
    expect(remark).toMatchObject({ severity: 'error', message: "Unexpected token in expression: ';'." });
    expect(script.slice(remark?.from, remark?.to)).toBe(';');
    expect((await checkScriptSyntax(engine, 'if (', now))?.to).toBeLessThanOrEqual(4);
  });
});

describe('completion in application scripts', () => {
  const labels = (script: string) =>
    completeScript(script, script.length).options.map((option) => option.label);

  it('offers every function and object by name', () => {
    const { from, options } = completeScript('x; setA', 7);
    expect(from).toBe(3);
    expect(options.map((option) => option.label)).toEqual(
      expect.arrayContaining([...SCRIPT_FUNCTIONS.map((one) => one.name), 'LoginUser', 'Issuer']),
    );
  });

  it('offers the members of an object after its dot', () => {
    expect(labels('LoginUser.')).toContain('RoleNames');
    expect(labels('Application.G')).toEqual(['Get']);
    expect(labels('somebody.')).toEqual([]);
  });

  it('offers the values of an enumerated parameter', () => {
    expect(labels("setSignatureType('")).toEqual(['Response', 'Assertion']);
    expect(labels("setIssuer('")).toEqual([]);
  });
});
