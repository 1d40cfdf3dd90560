/** The cost of a key depends on how much text is around it, and on how much of that is output. */
export interface StudioTemplate {
  readonly name: string;
  readonly text: string;
  /** Offset at which the text is typed: within a JSON string. */
  readonly typedAt: number;
}

const mark = '¦';

const short = `<#assign who = event.user_name?json_string>
{
  "text": "${mark}\${who} signed in",
  "risk": "\${(event.risk_level!'Low')?json_string}"
}`;

const fields = Array.from(
  { length: 26 },
  (_, index) => `      { "title": "Field ${index + 1}", "value": "\${(event.reason!'none')?json_string}" }`,
).join(',\n');

const forty = `<#assign who = event.user_name?json_string>
<#macro field title value>{ "title": "\${title}", "value": "\${value?json_string}" }</#macro>
{
  "channel": "#identity",
  "text": "${mark}\${who} signed in",
  "attachments": [{
    "color": "<#if who == 'root'>#d64<#else>#ea0</#if>",
    "fields": [
${fields},
      <@field title="Risk" value=event.risk_level!'Low'/>
    ],
    "footer": "\${system.domain}",
    "ts": \${.now?long?c}
  }]
}`;

/** Equal parts up to 200 KB; the text is typed in the middle. */
function large(): string {
  const part = (index: number): string =>
    `    { "id": ${index}, "user": "\${event.user_name?json_string}", <#if event.reason??>"why": "\${event.reason?json_string}", </#if>"at": "part ${index}" }`;
  const parts: string[] = [];
  for (let length = 0, index = 0; length < 200_000; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length + 2;
  }
  const middle = Math.floor(parts.length / 2);
  const text = parts.join(',\n').replace(`"part ${middle}"`, `"${mark}part ${middle}"`);
  return `{\n  "parts": [\n${text}\n  ]\n}`;
}

function of(name: string, text: string): StudioTemplate {
  return { name, text: text.replace(mark, ''), typedAt: text.indexOf(mark) };
}

export const studioTemplates: readonly StudioTemplate[] = [
  of('5 lines', short),
  of('40 lines', forty),
  of('200 KB', large()),
];
