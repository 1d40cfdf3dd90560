import type {
  ReceivedSection,
  ReceivedValue,
  ValueSource,
} from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { find } from './read-message.ts';
import { audiencesOf, confirmationOf } from './saml-checks.ts';
import type { SourceOf } from './script-run.ts';

/** The contents of an assertion, in reading order: who, for whom, how, and which attributes. */
export function samlSections(
  assertion: XmlElement | undefined,
  relayState: string | null,
  sourceOf: SourceOf,
): ReceivedSection[] {
  const nameId = find(assertion, 'Subject', 'NameID');
  const data = find(confirmationOf(assertion), 'SubjectConfirmationData')?.attributes ?? {};
  const conditions = find(assertion, 'Conditions')?.attributes ?? {};
  const statement = find(assertion, 'AuthnStatement');
  return [
    {
      title: 'Subject',
      values: present([
        ['NameID', nameId?.text, sourceOf(['setSubjectName'])],
        ['Format', nameId?.attributes['Format'], sourceOf(['setSubjectNameFormat', 'setNameFormat'])],
        ['Recipient', data['Recipient'], sourceOf(['setRecipient'])],
        ['In response to', data['InResponseTo'], tenant],
        ['Relay state', relayState ?? undefined, sourceOf(['setRelayState'])],
      ]),
    },
    {
      title: 'Conditions',
      values: [
        ...audiencesOf(assertion).map((audience) => row('Audience', audience, sourceOf(['setAudience']))),
        ...present([
          ['Issuer', find(assertion, 'Issuer')?.text, sourceOf(['setIssuer'])],
          ['Not before', conditions['NotBefore'], tenant],
          ['Not on or after', conditions['NotOnOrAfter'], tenant],
        ]),
      ],
    },
    {
      title: 'Sign-in',
      values: present([
        [
          'Context',
          find(statement, 'AuthnContext', 'AuthnContextClassRef')?.text,
          sourceOf(['setAuthenticationMethod']),
        ],
        ['Signed in', statement?.attributes['AuthnInstant'], tenant],
        ['Session index', statement?.attributes['SessionIndex'], tenant],
      ]),
    },
    { title: 'Attributes', values: attributesOf(assertion, sourceOf) },
  ];
}

const tenant: ValueSource = 'tenant';

const row = (name: string, value: string, setBy: ValueSource): ReceivedValue => ({
  name,
  values: [value],
  setBy,
});

function present(rows: readonly (readonly [string, string | undefined, ValueSource])[]): ReceivedValue[] {
  return rows.flatMap(([name, value, setBy]) => (value === undefined ? [] : [row(name, value, setBy)]));
}

function attributesOf(assertion: XmlElement | undefined, sourceOf: SourceOf): ReceivedValue[] {
  const statements = assertion?.children.filter(({ local }) => local === 'AttributeStatement') ?? [];
  return statements
    .flatMap(({ children }) => children.filter(({ local }) => local === 'Attribute'))
    .map(({ attributes, children }) => {
      const name = attributes['Name'] ?? '';
      const plain = sourceOf(['setAttribute', 'setAttributeArray', 'SamlAttributes'], name);
      // A namespace precedes the name: `http://schemas.example/claims/mail`.
      const last = name.split('/').at(-1) ?? name;
      return {
        name,
        values: children.filter(({ local }) => local === 'AttributeValue').map(({ text }) => text),
        setBy: plain === 'tenant' ? sourceOf(['setCustomAttribute'], last) : plain,
      };
    });
}
