/*
 * Functions that the templates of receivers begin with. A column may be missing, of another type than it should be, or hold any
 * text: what they give always fits where it stands.
 */

/** `text(value, longest)`: any value as text of so many UTF-16 code units at most, no character cut in two. Not escaped. */
export const textFunction = String.raw`<#function text value longest=1000>
  <#local whole = ''>
  <#if value?is_number || value?is_boolean><#local whole = value?c><#elseif value?is_string><#local whole = value></#if>
  <#return whole[0..*longest]?replace('[\\uD800-\\uDBFF]$', '', 'r')>
</#function>
`;

/** `moment(value)`: milliseconds since the epoch as RFC 3339; empty where it is no such number, or not of our times. */
export const momentFunction = String.raw`<#function moment value>
  <#if !value?is_number || value lt 0 || value gt 253402300799999><#return ''></#if>
  <#return value?number_to_datetime?iso_utc_ms>
</#function>
`;

/** `line(value, longest)`: the same on one line. Follows `textFunction`. */
export const lineFunction = String.raw`<#function line value longest=1000>
  <#return text(value, longest)?replace('[\\p{Cntrl}\\u0085\\u2028\\u2029]+', ' ', 'r')?trim>
</#function>
`;

/** The level of the event. Tenants give it bare; `event.` is for those that do not. */
export const riskVariable = `<#assign risk = text((intel_risk_level!event.intel_risk_level)!'Unknown', 64)>
`;

/** When it happened as RFC 3339, or empty. */
export const whenVariable = `<#assign when = moment((event_time!event.event_time)!'')>
`;
