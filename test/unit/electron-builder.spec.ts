import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { programId } from '../../main/platform/host/electron/program-id.ts';
import packageJson from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);
const schemaFile = join(dirname(require.resolve('app-builder-lib/package.json')), 'scheme.json');

async function validator() {
  const schema: unknown = JSON.parse(await readFile(schemaFile, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  return ajv.compile(z.record(z.string(), z.unknown()).parse(schema));
}

async function readConfiguration(): Promise<unknown> {
  return parse(await readFile(join(root, 'electron-builder.yml'), 'utf8'));
}

const fusesSchema = z.object({ electronFuses: z.record(z.string(), z.boolean()) });

describe('electron-builder.yml', () => {
  it("is valid by electron-builder's own schema", async () => {
    const validate = await validator();
    validate(await readConfiguration());
    expect(validate.errors).toBeNull();
  });

  it('would be invalid with an unknown key or value', async () => {
    const validate = await validator();
    const configuration = z.looseObject({}).parse(await readConfiguration());
    expect(validate({ ...configuration, electronFuse: {} })).toBe(false);
    expect(validate({ ...configuration, linux: { target: 7 } })).toBe(false);
  });

  it('sets the fuses that prevent the program from running anything else', async () => {
    const { electronFuses } = fusesSchema.parse(await readConfiguration());
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('installs the program under the one name that identifies its windows', async () => {
    const configuration = z
      .object({ appId: z.string(), linux: z.object({ syncDesktopName: z.boolean() }) })
      .parse(await readConfiguration());
    expect(configuration).toEqual({ appId: programId, linux: { syncDesktopName: true } });
    expect(packageJson.desktopName).toBe(`${programId}.desktop`);
  });

  it('names existing files', async () => {
    const configuration = z
      .object({
        mac: z.object({ entitlements: z.string(), icon: z.string() }),
        directories: z.object({ buildResources: z.string() }),
      })
      .parse(await readConfiguration());
    expect(existsSync(join(root, configuration.mac.entitlements))).toBe(true);
    expect(existsSync(join(root, configuration.directories.buildResources, configuration.mac.icon))).toBe(
      true,
    );
  });
});
