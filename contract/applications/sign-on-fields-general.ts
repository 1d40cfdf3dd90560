import type { SignOnField } from './sign-on-field.ts';

/** Fields of every application, regardless of protocol. */
export const generalFields: readonly SignOnField[] = [
  {
    path: 'Category',
    type: 'text',
    label: 'Category',
    help: 'Category in the user portal',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'ServiceName',
    type: 'text',
    label: 'Service name',
    help: 'Unique name used in URLs, such as the token endpoint',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'AdminTag',
    type: 'text',
    label: 'Admin tag',
    help: 'Note for admins, not visible to users',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'HelpUrl',
    type: 'url',
    label: 'Help URL',
    help: 'Help page for users of this application',
    protocols: 'all',
    section: 'application',
    isOnlyWherePresent: true,
  },
  {
    path: 'HideFromUserPortal',
    type: 'flag',
    label: 'Hide from the user portal',
    help: 'Users can sign in, but don’t see it in their portal',
    protocols: 'all',
    section: 'application',
    isOnlyWherePresent: true,
  },
];
