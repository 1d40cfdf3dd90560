import type { MappingKind } from '../../../../contract/webhooks/workbooks.ts';

interface MappingLabels {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly hint: string;
}

export const mappingLabels: Readonly<Record<MappingKind, MappingLabels>> = {
  host: {
    label: 'host',
    from: '*.staging.acme.example',
    to: '*.acme.example',
    hint: 'A leading * matches any subdomain',
  },
  url: {
    label: 'URL prefix',
    from: 'https://hooks.example/staging/',
    to: 'https://hooks.example/',
    hint: 'The rest of the URL is unchanged',
  },
  header: {
    label: 'header',
    from: 'X-Source: staging',
    to: 'X-Source: production',
    hint: 'Name and value; empty removes the header',
  },
  template: {
    label: 'template text',
    from: '#identity-test',
    to: '#identity',
    hint: 'Every occurrence in every template, case-sensitive',
  },
  column: {
    label: 'column',
    from: 'event.geo_city',
    to: 'event.city',
    hint: 'Whole names only, in every template',
  },
  'risk-level': { label: 'risk level', from: 'Low', to: 'Medium', hint: 'Exactly this level' },
  'event-type': { label: 'event type', from: 'SecurityAlert', to: 'Alert', hint: 'Exactly this type' },
};
