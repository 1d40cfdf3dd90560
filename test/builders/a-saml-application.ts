import type { SamlService } from './a-saml-service.ts';
import { aSamlService } from './a-saml-service.ts';
import type { TenantInUse } from './use-tenant.ts';

export interface SamlApplication {
  readonly id: string;
  readonly service: SamlService;
  readonly signInUrl: string;
  readonly issuer: string;
  readonly metadataUrl: string;
}

type Members = Readonly<Record<string, unknown>>;

/** A SAML application for a service provider, assigned to everyone, with these additional members. */
export async function aSamlApplication(
  tenant: TenantInUse,
  members: Members = {},
  service?: SamlService,
): Promise<SamlApplication> {
  const provider = service ?? (await aSamlService());
  const id = await tenant.addApplication('Generic SAML');
  await updateApplication(tenant, id, {
    Name: 'Payroll',
    Audience: provider.entityId,
    ACSUrl: provider.acsUrl,
    Script: "setAttribute('email', LoginUser.Get('mail'));\nsetAttributeArray('roles', LoginUser.RoleNames);",
    AppRoles: { Publish: [{ ID: 'Everybody', Name: 'Everybody' }], UnPublish: [] },
    ...members,
  });
  const { Result } = await tenant.call('/SaasManage/GetApplication', { _RowKey: id });
  const record = Result as Readonly<Record<string, string>>;
  const text = (name: string): string => String(record[name]);
  return {
    id,
    service: provider,
    signInUrl: text('SignInUrl'),
    issuer: text('Issuer'),
    metadataUrl: text('IdpMetadataUrl'),
  };
}

/** Throws with the tenant's message if it rejects the update. */
export async function updateApplication(tenant: TenantInUse, id: string, members: Members): Promise<void> {
  const { success, Message } = await tenant.call('/SaasManage/UpdateApplicationDE', {
    _RowKey: id,
    ...members,
  });
  if (!success) throw new Error(String(Message));
}
