import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { jsonOf, readTextFile } from '../read-file.ts';

const textOrList = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** One test of a script: a user, and what the script sends for it. */
const testSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).optional(),
  /** Default: `token` for a script that sets claims, else `saml`. */
  target: z.enum(['saml', 'token']).optional(),
  /** Properties of the test user by name; a list for properties with several values. */
  user: z.record(z.string(), z.union([textOrList, z.array(textOrList)])),
  /** Settings of the application that the script reads, over those in `application.json`. */
  application: z.record(z.string(), z.unknown()).default({}),
  /** Values that are sent, by name; null for one that must not be sent. */
  expect: z.record(z.string(), z.union([textOrList, z.array(textOrList), z.null()])).default({}),
  /** True: nothing else may be sent. */
  exact: z.boolean().default(false),
  /** A part of the message that the script is expected to stop with. */
  expectError: z.string().optional(),
});

export type ScriptTest = z.output<typeof testSchema>;

export interface ScriptUnderTest {
  /** Path of the script, with `/`. */
  readonly file: string;
  readonly source: string;
  /** Settings of `application.json` beside it; empty without one. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly tests: readonly { readonly file: string; readonly test: ScriptTest }[];
}

const applicationSchema = z.looseObject({ settings: z.record(z.string(), z.unknown()).default({}) });

/**
 * The scripts of a folder that have tests: `tests/*.json` beside `script.js`, or `x.tests/*.json` beside `x.js`. Throws
 * `invalid-input` if there are none.
 */
export async function readScriptTests(folder: string): Promise<readonly ScriptUnderTest[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw failure('file-unreadable', `There is no folder ${folder}, or it can’t be read.`);
  }
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const scripts: ScriptUnderTest[] = [];
  for (const name of names.filter((each) => each.endsWith('.js')).toSorted()) {
    const beside = name.endsWith('script.js')
      ? join(dirname(name), 'tests')
      : name.replace(/\.js$/, '.tests');
    const prefix = `${beside.replaceAll('\\', '/').replace(/^\.\//, '')}/`;
    const files = names.filter((each) => each.startsWith(prefix) && each.endsWith('.json')).toSorted();
    if (files.length === 0) continue;
    const tests = [];
    for (const file of files)
      tests.push({ file: join(folder, file), test: await readTest(join(folder, file)) });
    scripts.push({
      file: join(folder, name).replaceAll('\\', '/'),
      source: await readTextFile(join(folder, name)),
      settings: await settingsBeside(join(folder, dirname(name), 'application.json')),
      tests,
    });
  }
  if (scripts.length > 0) return scripts;
  throw failure(
    'invalid-input',
    `${folder} has no script tests. Add files such as applications/payroll/tests/admin.json with a user and what to expect.`,
  );
}

async function readTest(file: string): Promise<ScriptTest> {
  const parsed = testSchema.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  throw failure(
    'file-wrong-shape',
    `${file} is not a script test: ${parsed.error.issues[0]?.message ?? ''}`,
    {
      detail: z.prettifyError(parsed.error),
    },
  );
}

async function settingsBeside(file: string): Promise<Readonly<Record<string, unknown>>> {
  const isThere = await stat(file).catch(() => undefined);
  if (isThere === undefined) return {};
  const parsed = applicationSchema.safeParse(await readJson(file));
  return parsed.success ? parsed.data.settings : {};
}

const readJson = async (file: string): Promise<unknown> => jsonOf(file, await readTextFile(file));
