import { escapeHtml } from '../../languages/text/escape-html.ts';
import type { PolicyEntry } from './policy-entries.ts';

/** Source: Microsoft, "Group Policy ADMX Syntax Reference Guide". */
const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const key = String.raw`Software\Policies\Tenant Desk`;

const sinceId = ({ since }: Pick<PolicyEntry, 'since'>): string => `since_${since.replaceAll('.', '_')}`;
const versionsOf = (entries: readonly PolicyEntry[]): readonly string[] => [
  ...new Set(entries.map(({ since }) => since)),
];

/** The definitions of the policies, which name the texts in the ADML file. */
export function admxOf(entries: readonly PolicyEntry[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="tenantDesk" namespace="TenantDesk.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
${versionsOf(entries)
  .map(
    (since) =>
      `      <definition name="${sinceId({ since })}" displayName="$(string.${sinceId({ since })})" />`,
  )
  .join('\n')}
    </definitions>
  </supportedOn>
  <categories>
    <category name="tenantDesk" displayName="$(string.tenantDesk)" />
  </categories>
  <policies>
${entries.map(admxPolicy).join('\n')}
  </policies>
</policyDefinitions>
`;
}

function admxPolicy(entry: PolicyEntry): string {
  const { key: name, value } = entry;
  const isSwitch = value.kind === 'switch';
  const attributes = [
    `name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_explain)"`,
    isSwitch ? `key="${key}" valueName="${name}"` : `key="${key}" presentation="$(presentation.${name})"`,
  ];
  const content = isSwitch
    ? `      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>`
    : `      <elements>${elementOf(entry)}</elements>`;
  return `    <policy ${attributes.join(' ')}>
      <parentCategory ref="tenantDesk" />
      <supportedOn ref="${sinceId(entry)}" />
${content}
    </policy>`;
}

function elementOf({ key: name, value }: PolicyEntry): string {
  const named = `id="${name}" valueName="${name}" required="true"`;
  switch (value.kind) {
    case 'number':
      return `<decimal ${named} minValue="${value.min}" maxValue="${value.max}" />`;
    case 'choice': {
      const items = value.choices.map(
        (choice) =>
          `<item displayName="$(string.${name}_${choice})"><value><string>${choice}</string></value></item>`,
      );
      return `<enum ${named}>${items.join('')}</enum>`;
    }
    case 'version':
    case 'text':
      return `<text ${named} maxLength="2048" />`;
    default:
      return `<multiText ${named} maxLength="16383" maxStrings="0" />`;
  }
}

/** The English texts of the definitions. */
export function admlOf(entries: readonly PolicyEntry[]): string {
  const strings = [
    ['tenantDesk', 'Tenant Desk'],
    ...versionsOf(entries).map((since) => [sinceId({ since }), `Tenant Desk ${since} or later`]),
    ...entries.flatMap(({ key: name, title, description, value }) => [
      [name, title],
      [`${name}_explain`, description],
      ...(value.kind === 'choice' ? value.choices.map((choice) => [`${name}_${choice}`, choice]) : []),
    ]),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <displayName>Tenant Desk</displayName>
  <description>Policies of Tenant Desk</description>
  <resources>
    <stringTable>
${strings.map(([id = '', text = '']) => `      <string id="${id}">${escapeHtml(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${entries.flatMap(presentationOf).join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function presentationOf({ key: name, title, value, example }: PolicyEntry): string[] {
  const label = escapeHtml(title);
  const inner = (): string => {
    switch (value.kind) {
      case 'number':
        return `<decimalTextBox refId="${name}" defaultValue="${Number(example)}">${label}</decimalTextBox>`;
      case 'choice':
        return `<dropdownList refId="${name}" defaultItem="0" noSort="true">${label}</dropdownList>`;
      case 'version':
      case 'text':
        return `<textBox refId="${name}"><label>${label}</label></textBox>`;
      case 'json':
        return `<text>${label}, as JSON</text><multiTextBox refId="${name}" />`;
      default:
        return `<text>${label}, one per line</text><multiTextBox refId="${name}" />`;
    }
  };
  return value.kind === 'switch' ? [] : [`      <presentation id="${name}">${inner()}</presentation>`];
}
