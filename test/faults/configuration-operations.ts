import { configurationTargetId } from '../../contract/configuration/configuration.ts';
import type { ConfigurationState } from '../../contract/configuration/configuration.ts';
import type { Operation } from './operation.ts';
import { typed } from './operation.ts';

interface Setting {
  /** As `TenantState.settings` names it. */
  readonly name: string;
  readonly change: (state: ConfigurationState, value: string) => ConfigurationState;
  /** The same at the tenant. */
  readonly set: (
    config: Readonly<Record<string, unknown>>,
    value: string,
  ) => Readonly<Record<string, unknown>>;
}

const domain: Setting = {
  name: 'Domain',
  change: (state, value) => ({ ...state, Domain: value }),
  set: (_config, value) => ({ Domain: value }),
};

const attribute = (name: string): Setting => ({
  name: `MfaAttributeMapping ${name}`,
  change: (state, value) => ({
    ...state,
    MfaAttributeMapping: [
      ...(state.MfaAttributeMapping ?? []).filter((pair) => pair.name !== name),
      { name, value },
    ],
  }),
  set: (config, value) => ({
    MfaAttributeMapping: { ...(config['MfaAttributeMapping'] as object), [name]: value },
  }),
});

/** A change of one setting, while someone else changes the same setting or another one. */
function settingEdit(name: string, ours: Setting, theirs: Setting): Operation {
  return {
    name,
    kind: 'configuration',
    writes: ['set'],
    disturbances: ['changes the same setting', 'changes another setting'],
    async prepare(scene) {
      const { administrator, desk } = scene;
      await administrator.setConfig(ours.set(await administrator.config(), 'before'));
      await administrator.setConfig(theirs.set(await administrator.config(), 'before'));
      const { data } = await desk.call('configuration.get', {
        tenantId: desk.tenantId,
        freshness: 'tenant-first',
      });
      const base = data.state;
      const draft = {
        kind: 'configuration',
        targetId: configurationTargetId,
        base,
        state: ours.change(base, `ours-${scene.suffix}`),
      };
      const wanted = JSON.stringify(`ours-${scene.suffix}`);
      const isTheirs = (setting: Setting) => ({
        shownBy: /GetCustomerConfig$/,
        isThere: ({ settings }: ReturnType<typeof scene.read>) =>
          settings.get(setting.name) === JSON.stringify(`theirs-${scene.suffix}`),
      });
      const change = async (setting: Setting): Promise<void> =>
        await administrator.setConfig(setting.set(await administrator.config(), `theirs-${scene.suffix}`));
      return {
        ...(await typed(scene, draft)),
        own: [ours.name],
        maxAdded: 0,
        wanted: (state) => ({ ...state, settings: new Map([...state.settings, [ours.name, wanted]]) }),
        isInPlace: ({ settings }) => settings.get(ours.name) === wanted,
        interferences: [
          { name: 'changes the same setting', trace: isTheirs(ours), act: () => change(ours) },
          { name: 'changes another setting', trace: isTheirs(theirs), act: () => change(theirs) },
        ],
      };
    },
  };
}

export const configurationOperations: readonly Operation[] = [
  settingEdit('changing the domain of the configuration', domain, attribute('pager')),
  settingEdit('changing an attribute of the configuration', attribute('mobile'), attribute('pager')),
];
