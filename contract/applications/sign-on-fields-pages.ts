import type { SignOnField } from './sign-on-field.ts';
import { federated, option } from './sign-on-field.ts';

const pages = ['user-password', 'browser-extension', 'ntlm-basic'] as const;
const forms = ['user-password', 'browser-extension'] as const;

/** Applications into whose page a name and a password are filled, bookmarks and programs. */
export const pageFields: readonly SignOnField[] = [
  {
    path: 'Url',
    type: 'url',
    label: 'URL',
    help: 'The page that opens when somebody starts the application.',
    protocols: [...pages, 'bookmark'],
    section: 'page',
    isRequired: true,
  },
  ...(
    [
      [
        'UsernameField',
        'User name field',
        'CSS selector of the field for the user name, such as input#username.',
      ],
      ['PasswordField', 'Password field', 'CSS selector of the field for the password.'],
      ['SubmitField', 'Submit button', 'CSS selector of the button that sends the form.'],
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
    help: 'Where people get the application, in a store or from you.',
    protocols: ['mobile'],
    section: 'page',
    isRequired: true,
  },
  {
    path: 'MobileAppType',
    type: 'text',
    label: 'Mobile platform',
    help: 'Given by the template: iOS or Android.',
    protocols: ['mobile'],
    section: 'identity-provider',
    isReadOnly: true,
    isOnlyWherePresent: true,
  },
  {
    path: 'CommandLine',
    type: 'text',
    label: 'Command line',
    help: 'What is started on the person’s computer.',
    protocols: ['desktop'],
    section: 'page',
    isOnlyWherePresent: true,
  },
  {
    path: 'UserNameStrategy',
    type: 'choice',
    label: 'Name from',
    help: 'Where the name comes from under which people are known in the application.',
    protocols: [...federated, ...pages],
    section: 'name-id',
    options: [
      option('ADAttribute', 'Attribute of the directory'),
      option('Fixed', 'One name for everybody'),
      option('UseScript', 'Script'),
    ],
  },
  {
    path: 'UserNameArg',
    type: 'text',
    label: 'Attribute or name',
    help: 'Name of the attribute, such as userprincipalname or mail; with one name for everybody, that name.',
    protocols: [...federated, ...pages],
    section: 'name-id',
  },
];
