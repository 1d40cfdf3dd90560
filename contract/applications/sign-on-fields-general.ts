import type { SignOnField } from './sign-on-field.ts';

/** What every application has, whatever its protocol. */
export const generalFields: readonly SignOnField[] = [
  {
    path: 'Category',
    type: 'text',
    label: 'Category',
    help: 'Under which it is listed in the user portal.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'ServiceName',
    type: 'text',
    label: 'Service name',
    help: 'Names the application in addresses of this tenant, such as its token endpoint. No two applications share one.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'AdminTag',
    type: 'text',
    label: 'Administrator’s tag',
    help: 'A note for administrators. People who use the application do not see it.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'HelpUrl',
    type: 'url',
    label: 'Help URL',
    help: 'Where people find help with this application.',
    protocols: 'all',
    section: 'application',
    isOnlyWherePresent: true,
  },
  {
    path: 'HideFromUserPortal',
    type: 'flag',
    label: 'Hide from the user portal',
    help: 'People sign in to it, but do not see it among their applications.',
    protocols: 'all',
    section: 'application',
    isOnlyWherePresent: true,
  },
];
