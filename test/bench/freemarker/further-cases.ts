/** A template with its data that stresses one part of the language. */
export interface FurtherCase {
  readonly name: string;
  readonly template: string;
  readonly model: Readonly<Record<string, Json>>;
  /** The templates that it includes and imports, by name. */
  readonly templates?: Readonly<Record<string, string>>;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Numbers that look random and are the same in every run. Source: the generator of Park and Miller. */
let state = 20_241;
const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
const list = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const VOCABULARY = [
  ...['alert', 'laptop', 'Zürich', 'disk', 'full', 'R&D', '"quoted"', '<none>', 'back\\slash', 'crash'],
  ...['agent', 'since', 'Monday', 'gateway', 'restart', 'slow', 'boot', "user's", 'VPN', 'update'],
];
const vocabularyItem = (): string => VOCABULARY[below(VOCABULARY.length)] ?? '';
const sentence = (): string => list(4 + below(8), vocabularyItem).join(' ');

const sentences = list(250, sentence);
const numbers = list(400, () => (below(2_000_000_000) - 500_000_000) / 10 ** below(5));
const times = list(250, () => below(2_000_000_000) * 800);
const device = (index: number) => ({
  id: index,
  name: `${vocabularyItem()}-${below(1000)}`,
  load: below(100_000) / 1000,
  isOnline: below(2) === 0,
  owner: { site: { name: vocabularyItem(), floor: below(12) } },
});
const devices = list(300, device);

/** Repeats a block of text for each number, for long templates. */
const repeated = (count: number, block: (index: number) => string): string => list(count, block).join('');

export const FURTHER_CASES: readonly FurtherCase[] = [
  {
    name: 'strings',
    model: { sentences },
    template:
      '<#list sentences as s>${s?upper_case};${s?lower_case?cap_first};${s?capitalize};${s?replace("a", "aa")};${s?html};' +
      '${s?xml};${s?json_string};${s?js_string};${s?url};${s?right_pad(80, "-")};${s?split(" ")?join("/")};' +
      '${s?word_list?size};${s?contains("disk")?c};${s?index_of("s")};${s?truncate(25)};${s[0..*7]}\n</#list>',
  },
  {
    name: 'number formats',
    model: { numbers },
    template:
      '<#list numbers as n>${n} ${n?c} ${n?string("#,##0.00")} ${n?string("0.00E0")} ${n?string.percent} ' +
      '${n?string["000.0;(0.0)"]} ${n?round}\n</#list><#setting locale="de_CH"><#list numbers as n>${n}\n</#list>',
  },
  {
    name: 'dates with zones',
    model: { times, zones: ['Europe/Zurich', 'America/St_Johns', 'Asia/Kolkata', 'UTC'] },
    template:
      '<#list times as t><#assign d = t?number_to_datetime>${d?string("EEE d MMM yyyy, HH:mm:ss z")} ${d?iso_utc} ' +
      '${d?iso("Asia/Tokyo")} ${d?string.medium} ${d?date}\n</#list>' +
      '<#list zones as z><#setting time_zone=z><#list times[0..60] as t>${t?number_to_datetime} ' +
      '${t?number_to_datetime?string("yyyy-MM-dd\'T\'HH:mm:ssXXX")}\n</#list></#list>',
  },
  {
    name: 'date parsing',
    model: { texts: times.map((time) => new Date(time).toISOString().slice(0, 19)) },
    template:
      '<#list texts as x>${x?datetime.iso?long?c} ${x?replace("T", " ")?datetime("yyyy-MM-dd HH:mm:ss")?long?c} ' +
      '${x[0..9]?date("yyyy-MM-dd")?string("d.M.yyyy")}\n</#list>',
  },
  {
    name: 'macros and functions',
    model: { devices },
    template:
      '<#macro field name width=8><#nested>${name?right_pad(width)}</#macro>' +
      '<#function share load of=100><#return load / of></#function>' +
      '<#macro line d><#local site = d.owner.site>(<@field site.name 12/><@field width=9 name=d.name>#</@field>)</#macro>' +
      '<#list devices as d><@line d/>${share(d.load)?string("0.000")} ${share(d.load, 7)?string("0.0")}\n</#list>',
  },
  {
    name: 'nested loops',
    model: {},
    template:
      '<#list 1..80 as a><#list 1..500 as b><#if (a * b) % 9 == 4>${a + b}<#sep>,</#sep></#if></#list>\n</#list>',
  },
  {
    name: 'long lists',
    model: { devices: list(20_000, device) },
    template:
      '${devices?filter(d -> d.load gt 40)?size} ${devices?map(d -> d.id)?join(" ")?length} ' +
      '<#list devices?filter(d -> d.isOnline) as d>${d?counter}.${d.name} </#list>',
  },
  {
    name: 'regular expressions',
    model: { sentences },
    template:
      '<#list sentences as s>${s?replace("([a-z]+) (\\\\w+)", "$2, $1", "r")};${s?replace("[^a-z ]", "?", "ri")};' +
      '${s?matches(".*\\\\bdisk\\\\b.*")?c};<#list s?matches("(\\\\w)(\\\\w*)") as m>${m?groups[1]}</#list>;' +
      '${s?split("\\\\W+", "r")?size};${s?replace("\\\\s+(?=<)|^\\\\s+|\\\\s+$", "", "r")}\n</#list>',
  },
  {
    name: 'includes',
    model: {},
    template: '<#list 1..50 as i><#import "tools.ftl" as t><#include "part.ftl"></#list>',
    templates: {
      'part.ftl': '${i}:<#assign depth = 0><#include "deeper.ftl"> ',
      'deeper.ftl':
        '<#assign depth += 1><#if depth lt 15>.<#include "deeper.ftl"><#else><@t.end depth/></#if>',
      'tools.ftl': '<#macro end n>[${n}]</#macro>',
    },
  },
  {
    name: 'arithmetic',
    model: { numbers },
    template:
      '<#assign sum = 0><#list numbers as n><#assign sum += n * 0.935 + n / 7 - n % 11>' +
      '<#if n gte 1000 && sum != n>${(n * 2)?c}<#else>${n?abs?ceiling?c}</#if> </#list>${sum?string("0.00")}',
  },
  {
    name: 'sorting',
    model: { sentences: list(1_500, sentence), devices },
    template:
      '${sentences?sort?first} <#list devices?sort_by("name") as d>${d.id} </#list>' +
      '<#list devices?sort_by(["owner", "site", "name"])?reverse as d>${d.id} </#list>',
  },
  {
    name: 'paths through hashes',
    model: { devices },
    template:
      '<#list devices as d>${d.owner.site.name} ${d["owner"].site["floor"]} ${(d.owner.room.name)!"-"} ${d.alias!d.name} ' +
      '<#if (d.owner.phone.number)??>p</#if><#if d.owner.site.name?has_content>s</#if><#list d as k, v>${k} </#list>\n</#list>',
  },
  {
    name: 'capture and attempt',
    model: { devices },
    template:
      '<#list devices as d><#assign head>${d.name}:  ${d.load}\n\n</#assign><#compress>  ${head}  ${head?length} \n </#compress>' +
      '<#attempt>${d.serial}<#recover>?</#attempt><#assign all = {"n": d.name} + {"h": head}>${all.n}${all?size}\n</#list>',
  },
  {
    name: 'evaluated text',
    model: {},
    template:
      '<#list 1..80 as i>${"${i} + i * 3"?eval} <#assign part = "<#if i gt 40>${i}</#if>!"><@part?interpret/></#list>',
  },
  {
    name: 'auto-escaping',
    model: { sentences },
    template:
      '<#ftl output_format="HTML"><ul><#list sentences as s><li id="${s}">${s} ${s?lower_case} ${s?length}</li></#list></ul>',
  },
  {
    name: 'existence checks',
    model: { known: 1 },
    template: repeated(
      800,
      (index) =>
        `<#if (part${index})?? && part${index}.items?has_content>\n<#list part${index}.items as item>\${item}</#list>\n<#else>\n-\n</#if>\n`,
    ),
  },
];
