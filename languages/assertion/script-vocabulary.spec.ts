import { describe, expect, it } from 'vitest';
import { testRunInput, type TestUserProperty } from './test-run-input.ts';
import { lintScript } from './lint-script.ts';
import { runAssertionScript } from './run-assertion-script.ts';
import { createScriptEngine } from './script-engine.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import type { ScriptInput } from './script-input.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

const engine = createScriptEngine();
const now = () => performance.now();
const record = { Issuer: 'https://idp.example', Url: 'https://app.example/acs', Name: 'Payroll' };

const zoe = {
  Username: 'zoe@acme.example',
  DisplayName: 'Zoe Maria Ross',
};
const typed = (properties: Readonly<Record<string, string>>): readonly TestUserProperty[] =>
  Object.entries(properties).map(([name, value]) => ({ name, value }));
const run = async (script: string, properties: Readonly<Record<string, string>> = zoe) =>
  await runAssertionScript(engine, { script, input: testRunInput(typed(properties), record), now });
const traced = async (expression: string, properties?: Readonly<Record<string, string>>) =>
  (await run(`trace(JSON.stringify(${expression}))`, properties)).trace[0];

describe('every documented name', () => {
  const paths = [
    ...SCRIPT_FUNCTIONS.map(({ name }) => name),
    ...SCRIPT_OBJECTS.flatMap(({ name, members }) => [name, ...members.map((one) => `${name}.${one.name}`)]),
  ];

  it.each(paths)('%s exists in a run and is not reported', async (path) => {
    expect(await traced(`typeof ${path}`)).not.toBe('"undefined"');
    expect(lintScript(`trace(${path});`)).toEqual([]);
  });
});

describe('a member of LoginUser', () => {
  it.each([
    ['FirstName', zoe, '"Zoe"'],
    ['LastName', zoe, '"Ross"'],
    ['FirstName', { Username: 'zoe', DisplayName: 'Zoe' }, '"Zoe"'],
    ['LastName', { Username: 'zoe', DisplayName: 'Zoe' }, '"Zoe"'],
    ['FirstName', { Username: 'zoe' }, 'null'],
    ['LastName', { Username: 'zoe', DisplayName: ' ' }, 'null'],
    ['FirstName', { ...zoe, FirstName: 'Zoë' }, '"Zoë"'],
    ['FirstName', { ...zoe, givenName: 'Zoë' }, '"Zoë"'],
    ['Shortname', zoe, '"zoe"'],
    ['Shortname', { Username: 'ACME\\zoe' }, '"zoe"'],
    ['Shortname', { ...zoe, sAMAccountName: 'zross' }, '"zross"'],
    ['CanonicalName', zoe, '"zoe@acme.example"'],
    ['MobileNumber', { ...zoe, mobile: '1' }, '"1"'],
    ['OfficeNumber', { ...zoe, telephoneNumber: '2' }, '"2"'],
    ['HomeNumber', { ...zoe, homePhone: '3' }, '"3"'],
    ['Description', { ...zoe, description: 'Tester' }, '"Tester"'],
    ['Description', zoe, '""'],
    ['Email', { ...zoe, mail: 'z@acme.example' }, '"z@acme.example"'],
    ['Username', { userPrincipalName: 'z@acme.example', sAMAccountName: 'z' }, '"z@acme.example"'],
    ['GroupNames2', { ...zoe, GroupNames: 'Staff, Payroll' }, '["Staff","Payroll"]'],
    ['GroupNames', { ...zoe, memberOf: 'CN=Staff\\, all,OU=G;CN=Payroll,OU=G' }, '["Staff, all","Payroll"]'],
    ['GroupDNs', { ...zoe, memberOf: 'CN=Staff,OU=G' }, '["CN=Staff,OU=G"]'],
    ['EffectiveGroupNames', { ...zoe, groups: 'Staff' }, '["Staff"]'],
    ['EffectiveGroupNames', { ...zoe, GroupNames: 'a', EffectiveGroupNames: 'a, b' }, '["a","b"]'],
  ])('%s of %j is %s', async (member, properties, expected) => {
    expect(await traced(`LoginUser.${member}`, properties)).toBe(expected);
  });

  it('is returned by Get under its directory name', async () => {
    const properties = { ...zoe, Email: 'z@acme.example', FirstName: 'Zoë' };
    expect(
      await traced("['mail', 'givenname', 'userPrincipalName', 'cn', 'sn'].map(LoginUser.Get)", properties),
    ).toBe('["z@acme.example","Zoë","zoe@acme.example","Zoe Maria Ross",null]');
  });

  it('is not returned by Get if the test user explicitly lacks the attribute', async () => {
    expect(await traced("LoginUser.Get('mail')", { ...zoe, Email: 'z@acme.example', mail: '' })).toBe('null');
  });
});

describe('the sign-in', () => {
  it('has its parameters in Request, and the requested service', async () => {
    const script = `
      if (Request['wtrealm'] != null) setWctx(Request['wtrealm']);
      if (Request['org'] == null) setRecipient(AssertionConsumerServiceURL);
      trace(String(AssertionConsumerServiceIndex));`;
    const { assertion, trace } = await run(script, { ...zoe, 'Request.wtrealm': 'urn:crm' });
    expect(assertion).toMatchObject({ wctx: 'urn:crm', recipient: 'https://app.example/acs' });
    expect(trace).toEqual(['null']);
  });

  it('names either a URL or an index', async () => {
    const input = (requestedService: ScriptInput['requestedService']): ScriptInput => ({
      ...testRunInput(typed(zoe), record),
      requestedService,
    });
    const script = 'trace([AssertionConsumerServiceURL, AssertionConsumerServiceIndex].map(String).join());';
    const byUrl = await runAssertionScript(engine, {
      script,
      now,
      input: input({ url: 'https://b.example' }),
    });
    const byIndex = await runAssertionScript(engine, { script, now, input: input({ index: 2 }) });
    expect([byUrl.trace, byIndex.trace]).toEqual([['https://b.example,null'], ['null,2']]);
  });

  it('accepts a different user through either name of the user name', async () => {
    expect((await run("UserIdentifier = 'mapped';")).assertion.subjectName).toBe('mapped');
    expect(
      (await run("LoginUser.Username = 'mapped'; setSubjectName(UserIdentifier);")).assertion.subjectName,
    ).toBe('mapped');
  });

  it('sets the relay state with or without overwriting, and the subject confirmation method', async () => {
    const { assertion } = await run(
      "setRelayState('/a', true); setSubjectConfirmationMethod('sender-vouches');",
    );
    expect(assertion).toMatchObject({
      relayState: '/a',
      overwritesRelayState: true,
      subjectConfirmationMethod: 'sender-vouches',
    });
    expect((await run("setRelayState('/a')")).assertion.overwritesRelayState).toBe(false);
    await expect(run("setRelayState('/a', true, 1)")).rejects.toThrow(
      'setRelayState(state, overwrite?) takes 1 or 2 arguments, not 3.',
    );
  });
});

describe('functions that return values', () => {
  it("module('User') has every user attribute as a member, and null for the others", async () => {
    const properties = { ...zoe, IsFull_TimeEmployee: 'true', RoleNames: 'Payroll' };
    const user = "module('User').GetUserData(null)";
    expect(await traced(`${user}.isfull_timeemployee`, properties)).toBe('"true"');
    expect(await traced(`[${user}.DisplayName, ${user}.Nothing]`, properties)).toBe(
      '["Zoe Maria Ross",null]',
    );
    expect(await traced("module('User').GetCurrentUser().InRole('Payroll')", properties)).toBe('true');
    await expect(run("module('SqlQuery')")).rejects.toThrow(/only the module 'User'/);
  });

  it('encode escapes everything with a meaning in HTML', async () => {
    expect(await traced('encode(\'<a href="x">é & @\')')).toBe(
      '"&#60;a href&#61;&#34;x&#34;&#62;é &#38; &#64;"',
    );
  });

  it('readContent returns the test user’s response, and says how to set it', async () => {
    const script = "setAttribute('a', JSON.parse(readContent(createWebRequest('https://x.example'))).a);";
    expect((await run(script, { ...zoe, WebResponse: '{"a":"b"}' })).assertion.attributes[0]?.values).toEqual(
      ['b'],
    );
    await expect(run(script)).rejects.toThrow(/^Line 1, column \d+: readContent: .*WebResponse/);
  });

  it('GetGroupAttributeValues returns the test user’s group values', async () => {
    expect(await traced("LoginUser.GetGroupAttributeValues('Mail')", { ...zoe, 'Group.mail': 'a, b' })).toBe(
      '["a","b"]',
    );
    expect(await traced("LoginUser.GetGroupAttributeValues('mail')")).toBe('[]');
    const grouped = { ...zoe, memberOf: 'CN=Staff,OU=G' };
    expect(await traced("LoginUser.GetGroupAttributeValues('cn')", grouped)).toBe('["Staff"]');
    expect(await traced("LoginUser.GetGroupAttributeValues('distinguishedName')", grouped)).toBe(
      '["CN=Staff,OU=G"]',
    );
  });

  it('form fields of user-password applications are among the sent values', async () => {
    const { formFields } = await run(
      "response.AddFormField('user', encode(LoginUser.Username)); response.AddFormField('user', 'z');",
    );
    expect(formFields).toEqual([{ name: 'user', value: 'z' }]);
    await expect(run("response.AddFormField('user')")).rejects.toThrow('takes 2 arguments, not 1');
  });
});
