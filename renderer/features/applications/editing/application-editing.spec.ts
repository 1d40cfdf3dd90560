import { describe, expect, it } from 'vitest';
import type { ApplicationState } from '../../../../contract/applications/applications.ts';
import { fieldsOf } from '../../../../contract/applications/sign-on-fields.ts';
import { fakeDesk } from '../../../../test/fakes/desk.ts';
import { EditingDraft } from '../../../drafts/editing-draft.svelte.ts';
import { ApplicationEditing } from './application-editing.svelte.ts';
import { attributeRows } from '../sign-on/attribute-rows.ts';
import { attributesPart, flagPart, listPart, textPart } from '../sign-on/setting-parts.ts';

const record = {
  Audience: 'urn:a',
  RelayState: null,
  SignResponse: 'False',
  SamlAttributes: { Attributes: [{ Name: 'email', Value: 'LoginUser.Email', Note: 'kept' }], More: 1 },
};
const settings = {
  Audience: 'urn:a',
  SignResponse: 'False',
  SamlAttributes: record.SamlAttributes,
  Unknown: { a: [1] },
};
const state = (change: Partial<ApplicationState['settings']> = {}): ApplicationState => ({
  templateId: 'SAML',
  name: 'Payroll',
  description: '',
  icon: '',
  script: null,
  settings: { ...settings, ...change },
  roles: null,
});

async function editing(base: ApplicationState = state()) {
  const { desk } = fakeDesk({ 'drafts.get': async () => undefined });
  const draft = new EditingDraft<ApplicationState>(desk, {
    tenantId: 't',
    kind: 'application',
    targetId: 'app',
    initial: base,
  });
  await draft.open(base);
  const tenant = { live: base };
  return { edited: new ApplicationEditing(draft, () => tenant.live), draft, tenant };
}

function fieldAt(path: string) {
  const field = fieldsOf('saml', record).find(({ editedPath }) => editedPath === path);
  if (field === undefined) throw new Error(`There is no field for ${path}.`);
  return field;
}

describe('an edited setting', () => {
  it('is unchanged after an originally empty value is cleared again', async () => {
    const { edited, draft } = await editing();
    const relay = textPart(edited, fieldAt('RelayState'));
    edited.change(relay, 'start');
    expect(edited.compare(relay)).toMatchObject({ typed: 'start', base: '', mark: 'draft' });
    edited.change(relay, '');
    expect(draft.isChanged).toBe(false);
  });

  it('keeps the tenant’s format and fields that no tab shows', async () => {
    const { edited, draft } = await editing();
    const flag = flagPart(edited, fieldAt('SignResponse'));
    const attributes = attributesPart(edited, fieldAt('SamlAttributes'));
    edited.change(flag, true);
    edited.change(attributes, [
      { name: 'email', value: 'LoginUser.Mail' },
      { name: 'CostCenter', value: 'LoginUser.CostCenter' },
    ]);
    expect(draft.content.settings).toEqual({
      ...settings,
      SignResponse: 'True',
      SamlAttributes: {
        Attributes: [
          { Name: 'email', Value: 'LoginUser.Mail', Note: 'kept' },
          { Name: 'CostCenter', Value: 'LoginUser.CostCenter' },
        ],
        More: 1,
      },
    });
    edited.useTenantVersion(attributes);
    edited.useTenantVersion(flag);
    expect(draft.content.settings).toEqual(settings);
    expect(draft.isChanged).toBe(false);
  });

  it('resolves a conflict with either version', async () => {
    const { edited, draft, tenant } = await editing();
    const audience = textPart(edited, fieldAt('Audience'));
    edited.change(audience, 'urn:mine');
    tenant.live = state({ Audience: 'urn:theirs' });
    draft.follow(tenant.live);
    expect(edited.compare(audience)).toEqual({
      typed: 'urn:mine',
      base: 'urn:a',
      live: 'urn:theirs',
      mark: 'theirs',
    });
    expect(edited.count([audience])).toEqual({ drafted: 1, theirs: 1, inConflict: 1 });
    edited.keepMine(audience);
    expect(edited.compare(audience)).toMatchObject({ typed: 'urn:mine', base: 'urn:theirs', mark: 'draft' });
    expect(draft.isBehind).toBe(false);
    edited.useTenantVersion(audience);
    expect(draft.isChanged).toBe(false);
    expect(edited.compare(audience)).toMatchObject({ typed: 'urn:theirs', mark: undefined });
  });

  it('of a draft without settings starts from the tenant version', async () => {
    const { edited, draft, tenant } = await editing({ ...state(), settings: {} });
    draft.change({ ...draft.content, name: 'Payroll of Acme' });
    tenant.live = state();
    draft.follow(tenant.live);
    const audience = textPart(edited, fieldAt('Audience'));
    expect(edited.compare(audience)).toMatchObject({ typed: 'urn:a', mark: undefined });
    edited.change(audience, 'urn:b');
    expect(draft.content).toMatchObject({
      name: 'Payroll of Acme',
      settings: { ...settings, Audience: 'urn:b' },
    });
    expect(draft.base?.settings).toEqual(settings);
  });

  it('of a list ignores order', async () => {
    const { edited, draft } = await editing();
    const field = { ...fieldAt('Audience'), editedPath: 'OAuthProfile.Scopes' };
    const scopes = listPart(edited, field);
    edited.change(scopes, ['openid']);
    expect(draft.content.settings['OAuthProfile']).toEqual({ Scopes: ['openid'] });
    edited.change(scopes, []);
    expect(draft.isChanged).toBe(false);
  });
});

describe('attributeRows', () => {
  it('marks attributes added, removed and changed in the draft and on the tenant', async () => {
    const { edited, draft, tenant } = await editing();
    const attributes = attributesPart(edited, fieldAt('SamlAttributes'));
    edited.change(attributes, [{ name: 'CostCenter', value: 'c' }]);
    tenant.live = attributes.set(state(), [
      { name: 'email', value: 'LoginUser.Email' },
      { name: 'Region', value: 'r' },
    ]);
    draft.follow(tenant.live);
    const rows = attributeRows(edited, attributes).map(({ index, name, value }) => [
      index,
      name,
      value.mark,
      value.live,
    ]);
    expect(rows).toEqual([
      [0, 'CostCenter', 'draft', undefined],
      [undefined, 'email', 'draft', 'LoginUser.Email'],
      [undefined, 'Region', 'theirs', 'r'],
    ]);
  });
});
