import type { SignOnField } from './sign-on-field.ts';
import { federated, option } from './sign-on-field.ts';

const pages = ['user-password', 'browser-extension', 'ntlm-basic'] as const;
const forms = ['user-password', 'browser-extension'] as const;

/** Password-based applications, bookmarks and programs. */
export const pageFields: readonly SignOnField[] = [
  {
    path: 'Url',
    type: 'url',
    label: 'URL',
    help: 'The page that opens when a user launches the application',
    protocols: [...pages, 'bookmark'],
    section: 'page',
    isRequired: true,
  },
  ...(
    [
      ['UsernameField', 'Username field', 'CSS selector of the username field, for example input#username'],
      ['PasswordField', 'Password field', 'CSS selector of the password field'],
      ['SubmitField', 'Submit button', 'CSS selector of the submit button'],
    ] as const
  ).map(([path, label, help]): SignOnField => ({
    path,
    type: 'text',
    label,
    help,
    protocols: forms,
    section: 'page',
    isRequired: true,
  })),
  {
    path: 'Url',
    type: 'url',
    label: 'Store URL',
    help: 'Where users install the application',
    protocols: ['mobile'],
    section: 'page',
    isRequired: true,
  },
  {
    path: 'MobileAppType',
    type: 'text',
    label: 'Mobile platform',
    help: 'Set by the template: iOS or Android',
    protocols: ['mobile'],
    section: 'identity-provider',
    isReadOnly: true,
    isOnlyWherePresent: true,
  },
  {
    path: 'CommandLine',
    type: 'text',
    label: 'Command line',
    help: 'What runs on the user’s computer',
    protocols: ['desktop'],
    section: 'page',
    isOnlyWherePresent: true,
  },
  {
    path: 'UserNameStrategy',
    type: 'choice',
    label: 'Username source',
    help: 'Where the user’s name in the application comes from',
    protocols: [...federated, ...pages],
    section: 'name-id',
    options: [
      option('ADAttribute', 'Directory attribute'),
      option('Fixed', 'Fixed name'),
      option('UseScript', 'Script'),
    ],
  },
  {
    path: 'UserNameArg',
    type: 'text',
    label: 'Attribute or name',
    help: 'Directory attribute such as userprincipalname, or the fixed name',
    protocols: [...federated, ...pages],
    section: 'name-id',
  },
];
