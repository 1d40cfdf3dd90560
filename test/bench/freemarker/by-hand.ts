import { deviceLine, type Device } from './hand-written/devices.ts';
import { dateLine, parsedDateLine, zoneLine } from './hand-written/dates.ts';
import { numberLine, swissNumber } from './hand-written/numbers.ts';
import { escapedHtml, sentenceLine, patternLine } from './hand-written/texts.ts';

type Model = Readonly<Record<string, unknown>>;
type ByHand = (model: Model) => string;

const of = <T>(model: Model, name: string): readonly T[] => model[name] as readonly T[];
const joined = <T>(items: readonly T[], line: (item: T, index: number) => string): string => {
  let text = '';
  for (let index = 0; index < items.length; index++) text += line(items[index] as T, index);
  return text;
};

/**
 * The further cases as an engineer would write them in JavaScript, with the same output: no template engine
 * in JavaScript can be much faster.
 */
export const BY_HAND: Readonly<Record<string, ByHand>> = {
  strings: (model) => joined(of<string>(model, 'sentences'), sentenceLine),
  'number formats': (model) => {
    const numbers = of<number>(model, 'numbers');
    return joined(numbers, numberLine) + joined(numbers, (n) => `${swissNumber(n)}\n`);
  },
  'dates with zones': (model) => {
    const times = of<number>(model, 'times');
    const zones = joined(of<string>(model, 'zones'), (zone) =>
      joined(times.slice(0, 61), (time) => zoneLine(time, zone)),
    );
    return joined(times, dateLine) + zones;
  },
  'date parsing': (model) => joined(of<string>(model, 'texts'), parsedDateLine),
  'macros and functions': (model) => joined(of<Device>(model, 'devices'), deviceLine),
  'nested loops': () => {
    let text = '';
    for (let a = 1; a <= 80; a++) {
      for (let b = 1; b <= 500; b++) if ((a * b) % 9 === 4) text += grouped(a + b) + (b < 500 ? ',' : '');
      text += '\n';
    }
    return text;
  },
  'long lists': (model) => {
    const devices = of<Device>(model, 'devices');
    const busy = devices.filter(({ load }) => load > 40).length;
    const ids = devices.map(({ id }) => grouped(id)).join(' ').length;
    const online = devices.filter(({ isOnline }) => isOnline);
    return `${grouped(busy)} ${grouped(ids)} ${joined(online, ({ name }, i) => `${grouped(i + 1)}.${name} `)}`;
  },
  'regular expressions': (model) => joined(of<string>(model, 'sentences'), patternLine),
  includes: () => {
    let text = '';
    for (let i = 1; i <= 50; i++) text += `${i}:${'.'.repeat(14)}[15] `;
    return text;
  },
  arithmetic: (model) => {
    let sum = 0;
    const text = joined(of<number>(model, 'numbers'), (n) => {
      sum += n * 0.935 + n / 7 - (Math.trunc(n) % 11);
      return `${n >= 1000 && sum !== n ? plain(n * 2) : Math.ceil(Math.abs(n))} `;
    });
    return text + sum.toFixed(2);
  },
  sorting: (model) => {
    const collator = new Intl.Collator('en-US');
    const sentences = [...of<string>(model, 'sentences')].sort(collator.compare);
    const devices = of<Device>(model, 'devices');
    const byName = [...devices].sort((a, b) => collator.compare(a.name, b.name));
    const bySite = [...devices]
      .sort((a, b) => collator.compare(a.owner.site.name, b.owner.site.name))
      .reverse();
    const ids = (list: readonly Device[]): string => joined(list, ({ id }) => `${id} `);
    return `${sentences[0]} ${ids(byName)}${ids(bySite)}`;
  },
  'paths through hashes': (model) =>
    joined(of<Device>(model, 'devices'), (device) => {
      const { name, owner } = device;
      const site = owner.site.name === '' ? '' : 's';
      const keys = joined(Object.keys(device), (key) => `${key} `);
      return `${owner.site.name} ${owner.site.floor} - ${name} ${site}${keys}\n`;
    }),
  'capture and attempt': (model) =>
    joined(of<Device>(model, 'devices'), ({ name, load }) => {
      const head = `${name}:  ${rounded(load)}\n\n`;
      const compressed = `${head}  ${head.length}`
        .replaceAll(/[ \t]*[\r\n]\s*/g, '\n')
        .replaceAll(/ +/g, ' ');
      return `${compressed}?${name}2\n`;
    }),
  'evaluated text': () => {
    let text = '';
    for (let i = 1; i <= 80; i++) text += `${i + i * 3} ${i > 40 ? i : ''}!`;
    return text;
  },
  'auto-escaping': (model) =>
    `<ul>${joined(of<string>(model, 'sentences'), (s) => {
      const text = escapedHtml(s);
      return `<li id="${text}">${text} ${escapedHtml(s.toLowerCase())} ${s.length}</li>`;
    })}</ul>`,
  'existence checks': (model) => {
    let text = '';
    for (let i = 0; i < 800; i++) {
      const part = model[`part${i}`] as { readonly items?: readonly string[] } | undefined;
      text += part?.items !== undefined && part.items.length > 0 ? part.items.join('') : '-\n';
    }
    return text;
  },
};

const grouped = (whole: number): string =>
  whole < 1000 ? String(whole) : `${Math.floor(whole / 1000)},${String(whole % 1000).padStart(3, '0')}`;

/** Three fraction digits at most. */
const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Without the digits that doubles add. */
const plain = (value: number): string => String(Number(value.toPrecision(15)));
