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
    hint: 'A star at the beginning stands for any names before it.',
  },
  url: {
    label: 'beginning of the address',
    from: 'https://hooks.example/staging/',
    to: 'https://hooks.example/',
    hint: 'What follows stays as it is.',
  },
  header: {
    label: 'header',
    from: 'X-Source: staging',
    to: 'X-Source: production',
    hint: 'Name and value. Without a new one the line is taken away.',
  },
  template: {
    label: 'text in templates',
    from: '#identity-test',
    to: '#identity',
    hint: 'Every place in every template, with regard to case.',
  },
  column: {
    label: 'column',
    from: 'event.geo_city',
    to: 'event.city',
    hint: 'Whole names only, in every template.',
  },
  'risk-level': { label: 'risk level', from: 'Low', to: 'Medium', hint: 'Exactly this level.' },
  'event-type': { label: 'event type', from: 'SecurityAlert', to: 'Alert', hint: 'Exactly this type.' },
};
