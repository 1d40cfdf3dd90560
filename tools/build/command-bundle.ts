import { relative } from 'node:path';
import type { Plugin } from 'vite';
import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { mainBundle, serviceThreads } from './main-bundle.ts';
import { nodeBundle } from './node-bundle.ts';
import { packageVersion } from './package-version.ts';

/** The command line `tdesk`: the services for Node, without Electron. */
export const commandBundle: Bundle = {
  name: 'command',
  sources: mainBundle.sources,
  async config(outFolder) {
    const entries = { index: `${rootFolder}main/command/program/index.ts`, ...serviceThreads };
    const base = nodeBundle(entries, outFolder);
    const output = {
      ...base.build?.rolldownOptions?.output,
      codeSplitting: { groups: [shared], includeDependenciesRecursively: false },
    };
    return {
      ...base,
      define: { tdeskVersion: JSON.stringify(await packageVersion()) },
      plugins: [listInputs],
      build: { ...base.build, rolldownOptions: { ...base.build?.rolldownOptions, output } },
    };
  },
};

/** What every command needs, in one file: each file more costs half a millisecond at every start. */
const shared = {
  name: 'shared',
  test: new RegExp(
    [
      'node_modules/(zod|commander|@commander-js)/',
      '/contract/(errors|schema)/',
      '/contract/(tenants/(tenants|sign-in-servers)|values/(guard|normalized-address))',
      '/main/command/(?!version|open-in-browser)[^/]+\\.ts',
      '/main/command/program/(?!index)',
      '/main/command/(output|state/(?!take-secrets))',
      '/main/tenants/directory/tenant-store',
      '/main/platform/(errors/failure|invalid-input)',
      '/main/platform/storage/(database|folder-lock|move-profile|owner-only|profile-folder|storage-failure)',
      '/languages/(json/(exact-number|format-exact)|text/intl)',
    ].join('|'),
  ),
};

/** Lists the sources of the bundle, so that `tools/tdesk.js` can check in milliseconds whether one has changed. */
const listInputs: Plugin = {
  name: 'list-inputs',
  generateBundle() {
    const own = [...this.getModuleIds()]
      .map((id) => relative(rootFolder, id.split('?', 1)[0] ?? id))
      .filter((path) => mainBundle.sources.some((folder) => path.startsWith(`${folder}/`)));
    this.emitFile({ type: 'asset', fileName: 'inputs.json', source: JSON.stringify(own.toSorted()) });
  },
};
