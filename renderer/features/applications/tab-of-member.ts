import type { FieldOfRecord } from '../../../contract/applications/sign-on-fields.ts';

const others: Readonly<Record<string, string>> = {
  Name: 'Settings',
  DisplayName: 'Settings',
  Description: 'Settings',
  Icon: 'Settings',
  TemplateName: 'Settings',
  AppTypeDisplayName: 'Settings',
  Script: 'Script',
  SamlScript: 'Script',
  OpenIDConnectScript: 'Script',
};

/** The tab that shows a field of the record or its content; undefined if none does. */
export function tabOfMember(path: string, fields: readonly FieldOfRecord[]): string | undefined {
  const isWithin = (whole: string): boolean =>
    path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);
  const field = fields.find(({ editedPath }) => isWithin(editedPath) || editedPath.startsWith(`${path}.`));
  if (field !== undefined) return 'Settings';
  return others[path];
}
