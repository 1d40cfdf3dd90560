import type { AssertionAttribute, ScriptSetting } from './assertion-draft.ts';
import { attributeOfLine, scriptOfAttributes, type RecordAttribute } from './record-attributes.ts';
import { runAssertionScript, type ScriptResult, type ScriptRun } from './run-assertion-script.ts';
import type { ScriptEngine } from './script-engine.ts';
import { AssertionScriptError } from './script-failure.ts';

interface ApplicationScriptRun extends ScriptRun {
  /** Of `SamlAttributes`; empty for an application that isn't a SAML one. */
  readonly attributes: readonly RecordAttribute[];
}

/**
 * What a sign-in sends: the attributes from the application's settings, then those set by its script, which
 * replace attributes of the same name. Throws AssertionScriptError like `runAssertionScript`, also for an
 * invalid expression in the settings, which it names.
 */
export async function runApplicationScript(
  engine: ScriptEngine,
  { attributes, ...run }: ApplicationScriptRun,
): Promise<ScriptResult> {
  const fromSettings = await attributesFor(engine, attributes, run);
  const result = await runAssertionScript(engine, run);
  const all = new Map(fromSettings.map((one) => [keyOf(one), one]));
  for (const one of result.assertion.attributes) all.set(keyOf(one), one);
  const remaining = fromSettings.filter((one) => all.get(keyOf(one)) === one);
  return {
    ...result,
    assertion: { ...result.assertion, attributes: [...all.values()] },
    setBy: [...remaining.map(settingOf), ...result.setBy],
  };
}

const keyOf = ({ name, namespace }: AssertionAttribute): string => JSON.stringify([namespace, name]);

const settingOf = ({ name }: AssertionAttribute): ScriptSetting => ({
  function: 'SamlAttributes',
  name,
  line: null,
});

async function attributesFor(
  engine: ScriptEngine,
  attributes: readonly RecordAttribute[],
  run: ScriptRun,
): Promise<readonly AssertionAttribute[]> {
  if (attributes.length === 0) return [];
  try {
    const script = scriptOfAttributes(attributes);
    return (await runAssertionScript(engine, { ...run, script })).assertion.attributes;
  } catch (error) {
    if (!(error instanceof AssertionScriptError)) throw error;
    const { code, message, line } = error.failure;
    const name = line === null ? undefined : attributeOfLine(attributes, line)?.name;
    const where = name === undefined ? 'SamlAttributes' : `attribute ${name}`;
    throw new AssertionScriptError({
      code,
      message: `The value of ${where} in the settings is not a valid expression. ${message}`,
      line: null,
      column: null,
    });
  }
}
