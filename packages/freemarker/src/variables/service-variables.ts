/** A variable that every payload template has. */
export interface ServiceVariable {
  readonly name: string;
  readonly doc: string;
  /** Members, for a hash. */
  readonly members?: readonly ServiceMember[];
}

export interface ServiceMember {
  readonly name: string;
  readonly doc: string;
  /** Arguments as written in documentation; undefined when it is no method. */
  readonly signature?: string;
}

/** Source: the platform specification, payload template language. */
export const SERVICE_VARIABLES: readonly ServiceVariable[] = [
  {
    name: 'system',
    doc: 'Where the event comes from.',
    members: [
      { name: 'domain', doc: 'Domain name of the analytics service that triggers the event.' },
      { name: 'podscape', doc: 'Podscape name of the analytics service that triggers the event.' },
    ],
  },
  { name: 'tenant_id', doc: 'Identifier of the tenant.' },
  {
    name: 'utils',
    doc: 'Functions of the service.',
    members: [
      {
        name: 'number_to_datetime_timezone',
        signature: '(timestamp, timeZone)',
        doc: 'Epoch milliseconds as text in a time zone: Nov 14, 2023 11:13 PM, CET.',
      },
      {
        name: 'number_to_datetime_utc',
        signature: '(timestamp)',
        doc: 'Epoch milliseconds as text in UTC: Nov 14, 2023 10:13 PM, UTC.',
      },
    ],
  },
];
