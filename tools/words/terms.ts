import type { Kind } from './text.ts';

/** Wording that is not used here. The glossary in docs has the terms; this list has what people wrote instead of them. */
export interface Term {
  /** For `--only`. */
  readonly name: string;
  /** A pattern in prose. A space stands for any whitespace. */
  readonly prose?: string;
  /** A pattern in the words of a name: `isKeptResult` is `is kept result`. */
  readonly identifier?: string;
  /** Which prose; all of it where absent. */
  readonly in?: readonly Kind[];
  /** Paths where the word has its ordinary meaning. */
  readonly except?: RegExp;
  /** Case counts. */
  readonly exactCase?: boolean;
  readonly say: string;
}

const shown: readonly Kind[] = ['string'];
const written: readonly Kind[] = ['comment', 'doc', 'test'];
const both = (name: string, pattern: string, say: string, more: Partial<Term> = {}): Term => ({
  name,
  prose: pattern,
  identifier: pattern,
  say,
  ...more,
});
const prose = (name: string, pattern: string, say: string, more: Partial<Term> = {}): Term => ({
  name,
  prose: pattern,
  say,
  ...more,
});

const undoing: readonly Term[] = [
  both('take back', String.raw`\b(?:take|takes|taken|taking|took)(?: \w+){0,3}? back\b`, 'undo, roll back'),
  both('bring back', String.raw`\b(?:bring|brings|brought|bringing)(?: \w+){0,3}? back\b`, 'restore'),
  both('set back', String.raw`\b(?:set|sets|setting) (?:it |them )?back\b(?! to \d)`, 'restore, reset'),
  both('put back', String.raw`\b(?:put|puts|putting)(?: \w+){0,2}? back\b`, 'revert, reset'),
  both('way back', String.raw`\bways? back\b`, 'undo'),
  both('read back', String.raw`\breads? back\b`, 'verified, verify'),
  both('settle', String.raw`\b(?:un)?settl(?:e|es|ed|ing)\b`, 'resolve, resolved, unresolved', {
    except: /promise|allSettled/,
  }),
  both('refuse', String.raw`(?<!connection[ _])\brefus(?:e|es|ed|al|als|ing)\b`, 'reject, rejected'),
  both('under way', String.raw`\bunder ?way\b`, 'active, running'),
  both('go on', String.raw`\b(?:go|goes|going|went|gone) on\b`, 'continue, resume, run'),
  prose('give up', String.raw`\b(?:gives?|gave|given|giving) up\b`, 'fail, stop, cancel', { in: shown }),
];

const reading: readonly Term[] = [
  both('told', String.raw`\b(?:un)?told\b`, 'reported, shown, notified, known; untold: unreadable'),
  both('tell', String.raw`\btell(?:s|ing|ings)?\b(?! (?:\w+ ){0,4}apart)`, 'report, return, show, notify'),
  both(
    'kept',
    String.raw`\bkept\b(?! (?:alive|in sync|up to date|secret|separate|current|as is))`,
    'cached (by us), saved (by the user), stored, unchanged',
  ),
  prose('keeps', String.raw`\bkeeps? (?:no|nothing|what|of|a copy|the list)\b`, 'cache, save, store'),
  prose(
    'keep offline',
    String.raw`\bkeep(?:s|ing)?(?: [\w\uFFFC]+){0,3} offline\b|\bwhat is kept\b`,
    'available offline, sync',
  ),
  { name: 'keeping', identifier: String.raw`\bkeepings?\b`, say: 'sync, offlineSync, cache' },
  both('read again', String.raw`\bread(?:s|ing)? (?:again|anew|fresh)\b`, 'refresh, reload'),
  prose('as last read', String.raw`\bwhat was (?:last )?read(?: last)?\b|\bread last\b`, 'cached data'),
  both(
    'stand',
    String.raw`\b(?:stand|stands|stood)\b(?! (?:for|out|alone|in for|by)\b)`,
    'is, appears, has the status',
  ),
  both('standing', String.raw`\bstandings?\b`, 'status, health'),
  prose('lie', String.raw`\b(?:lies|lying|lay)\b`, 'is, is stored'),
  both('anew', String.raw`\banew\b`, 'again'),
  prose('to be had', String.raw`\bbe had\b`, 'available'),
  both('left out', String.raw`\b(?:leave|leaves|leaving|left)(?: \w+){0,3}? out\b`, 'skip, skipped, exclude'),
  prose(
    'no longer',
    String.raw`\b(?:kept|open|there|pinned|known|watched|offline|shown|listed|offered|history|library|favou?rite) (?:no|any) (?:longer|more)\b`,
    'no longer …, before the word',
  ),
  prose(
    'is no',
    String.raw`\b(?:is|are|was) no (?:valid )?(?:JSON|XML|YAML|CSV|text|date|number|name|address|URL|file|host|list|e-?mail|argument|moment|time|template|object|query|place|conflict)\b`,
    'isn’t valid …, isn’t a …',
  ),
  both('in sight', String.raw`\b(?:in|out of) sight\b`, 'visible, hidden'),
  both('gather', String.raw`\bgather(?:s|ed|ing)?\b`, 'group, collect, batch'),
  both('moment', String.raw`(?<!a )\bmoments?\b`, 'time, timestamp'),
  both('stretch', String.raw`\bstretch(?:es)?\b`, 'range, interval', { except: /\.(css)$/ }),
  both('answer', String.raw`\banswers?\b`, 'response, result', { in: ['string', 'doc'] }),
];

const persons: readonly Term[] = [
  prose('whoever', String.raw`\bwhoever\b`, 'anyone who, the user, an admin'),
  prose('somebody', String.raw`\b(?:somebody|anybody)\b`, 'someone, another admin'),
  prose('nobody', String.raw`\bnobody\b`, 'no one, or rewrite'),
  both('owed', String.raw`\bow(?:ed|es|ing)\b`, 'pending'),
  prose('whose it is', String.raw`\bwhose (?:it|they) (?:is|are)\b`, 'owner'),
  both('desk', String.raw`(?<!Tenant )(?<!tenant-)\bdesks?\b`, 'Tenant Desk, the app', {
    exactCase: true,
    in: ['string', 'comment', 'doc', 'test'],
    identifier: String.raw`\bdesk side\b`,
  }),
  prose(
    'what came of it',
    String.raw`\b(?:came|comes|come|became|becomes|become) of\b`,
    'result, outcome, status',
  ),
  prose('by itself', String.raw`\bby (?:itself|themselves)\b`, 'automatically'),
  prose('of its own', String.raw`\bof (?:its|their|his|our|your) own\b`, 'its own …, separate'),
  prose('as far as', String.raw`\bas far as\b`, 'if known; or leave it away'),
  prose('nothing but', String.raw`\bnothing but\b`, 'only'),
  prose('meanwhile', String.raw`\bmeanwhile\b`, 'since then, in the meantime', { in: shown }),
  prose('forget', String.raw`\bforg(?:et|ets|etting|ot|otten)\b(?! usernames?)`, 'delete, discard, clear', {
    in: shown,
  }),
  prose('said no', String.raw`\bsa(?:id|ys) no\b`, 'rejected'),
];

const names: readonly Term[] = [
  both('thing', String.raw`\b(?:things?)\b`, 'item, resource, the noun'),
  both('alike', String.raw`(?<!look-)\balike\b`, 'equal, the same'),
  both('hostile', String.raw`\bhostile\b`, 'edge case; malicious, in security'),
  both('mend', String.raw`\bmend(?:s|ed|ing)?\b`, 'fix, suggested fix'),
  both('probe', String.raw`\bprob(?:e|es|ed|ing)\b`, 'edge case; check', { except: /^test\/bench/ }),
  both('bench', String.raw`\bbench(?:es)?\b`, 'test run, test users; benchmark', {
    except: /^test\/bench|^test\/run/,
  }),
  both('trial', String.raw`\btrials?\b`, 'test run'),
  prose('identifier', String.raw`\bidentifiers?\b`, 'ID', {
    in: shown,
    except: /freemarker|languages\/(sql|assertion)/,
  }),
  prose(
    'address',
    String.raw`(?<!e-?mail )(?<!mail )(?<!IP )(?<!IPv[46] )(?<!loopback )(?<!numeric-)\baddress(?:es)?\b`,
    'URL, link',
    { in: ['string', 'doc', 'comment'] },
  ),
  both('sign-in description', String.raw`\bsign-?in descriptions?\b`, 'OpenID configuration'),
  prose('change-set', String.raw`\bchange-sets?\b`, 'change set'),
  both(
    'carry over',
    String.raw`\bcarr(?:y|ies|ied|ying)(?: \w+){0,3}? over\b|\bcarrier\b|\bcarried\b`,
    'apply to another tenant, transfer',
  ),
  { name: 'traveling', identifier: String.raw`\btravel(?:ing|ed)\b`, say: 'exported' },
  prose(
    'blank',
    String.raw`\b(?:a|an|of|the|no|one|two|by|with|without|only|single) blanks?\b(?! (?:line|page|form|field|window))|\bblanks\b`,
    'space, whitespace',
  ),
  { name: 'words', identifier: String.raw`\bwords?\b`, say: 'label, text, message' },
  {
    name: 'turns',
    identifier: String.raw`\b(?:in )?turns\b`,
    prose: String.raw`\bin turns\b`,
    say: 'yielder, in chunks, lock',
  },
  { name: 'most', identifier: String.raw`^most\b`, say: 'max…' },
  { name: 'asked', identifier: String.raw`\basked\b`, say: 'requested, declared' },
  { name: 'said', identifier: String.raw`\bsa(?:id|ys)\b`, say: 'message, shown, reported' },
  both(
    'home',
    // The key is called Home.
    String.raw`\bhomes?\b(?! (?:folder|dir|page|directory|screen|realm|phone))`,
    'module, location, origin',
    { in: written, exactCase: true },
  ),
  both('room', String.raw`\brooms?\b`, 'space; folder, module', { in: [...written, 'string'] }),
  both('house', String.raw`\bhouse\b`, 'project, code base'),
  prose('walk', String.raw`\bthe walk\b|\ba walk of\b`, 'the flow, the life cycle', { in: ['doc'] }),
  both('knot', String.raw`\bknots?\b`, 'cycle'),
  prose('circle', String.raw`\bcircles?\b`, 'cycle', { in: ['doc', 'comment'] }),
  both('leftover', String.raw`\bleft ?overs?\b`, 'unresolved, remaining'),
  both('treatment', String.raw`\btreatments?\b`, 'item runner, handling'),
  both('floor', String.raw`\bfloors\b`, 'layer', { in: written }),
  both('conceal', String.raw`\bconceal(?:s|ed|ing)?\b`, 'redact, mask'),
  both('greet', String.raw`\bgreet(?:s|ed|ing)?\b`, 'handshake'),
  both('namesake', String.raw`\bnamesakes?\b`, 'item with the same name'),
  both('stranger', String.raw`\bstrangers?\b`, 'foreign, unknown'),
  both('elsewhere', String.raw`\belsewhere\b`, 'another host, other tenants', { in: shown }),
  both('trouble', String.raw`\btroubles?\b`, 'problem, failure'),
];

const product: readonly Term[] = [
  both(
    'raise event',
    String.raw`\brais(?:e|es|ed|ing) (?:an? |the |this )?(?:\w+ )?events?\b`,
    'send test event',
  ),
  both(
    'catch deliveries',
    String.raw`\bcatch(?:es|er|ing)? (?:deliver|request)\w*|\bcatcher\b`,
    'test receiver',
  ),
  prose(
    'replay',
    String.raw`\breplay(?:s|ed|ing)?\b|\bsend(?:s|ing)?(?: [\w\uFFFC]+){0,3} again\b`,
    'resend, redelivery',
    { in: shown },
  ),
  { name: 'replay dialog', identifier: String.raw`\breplay (?:dialog|delivery|deliveries)\b`, say: 'resend' },
  both('further proof', String.raw`\b(?:further proofs?|second factors?)\b`, 'MFA'),
  prose('publish', String.raw`\bpublish(?:ed|es|ing)?\b|\bpublications?\b`, 'assign, assignment', {
    in: shown,
  }),
  { name: 'publication', identifier: String.raw`\bpublications?\b`, say: 'assignment' },
  prose('take away', String.raw`\b(?:take|takes|taken|taking)(?: [\w\uFFFC]+){0,2} away\b`, 'unassign', {
    in: shown,
  }),
  prose('may use what', String.raw`\bmay use (?:what|which)\b`, 'assignments'),
  both('provisional', String.raw`\bprovisional\b`, 'confirmation window'),
  prose('chart kinds', String.raw`\b(?:ring|lying bars)\b`, 'donut, horizontal bars', { in: shown }),
  prose('mail', String.raw`\be-mails?\b|(?<![-.])\bmails?\b(?! server)`, 'email', { in: ['string', 'doc'] }),
  prose('tried again', String.raw`\b(?:tried|tries) (?:it )?again\b`, 'retry, retried', { in: shown }),
  prose('colleague', String.raw`\b(?:the curious|colleagues?)\b`, 'admin, support', {
    in: ['string', 'doc'],
  }),
];

/** Spelled as in British English: caught here as well in names, which a spelling checker splits less well. */
const british = both(
  'British spelling',
  String.raw`\b\w*(?:colou?(?<=colou)r|behaviour|favour|honour|labour|neighbour|organis|normalis|initialis|recognis|serialis|authoris|summaris|customis|synchronis|optimis(?=e|ing|ation)|analys(?=e[sd]?\b|ing)|catalogue|licence|centre|grey|cancell(?=ed|ing)|travell(?=ed|ing|er)|labell(?=ed\b|ing)|modell(?=ed|ing)|signall(?=ed|ing)|dialogue|programme(?!d|r)|judgement|artefact|enrolment|fulfil(?!l))\w*`,
  'the American spelling',
);

export const terms: readonly Term[] = [...undoing, ...reading, ...persons, ...names, ...product, british];
