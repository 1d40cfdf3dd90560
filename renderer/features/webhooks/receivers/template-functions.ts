/*
 * Functions at the start of the receiver templates. A column may be missing, have an unexpected type, or contain any text:
 * their results are always valid where they are used.
 */

/** `text(value, longest)`: any value as text of at most that many UTF-16 code units, without splitting a character. Not escaped. */
export const textFunction = String.raw`<#function text value longest=1000>
  <#local whole = ''>
  <#if value?is_number || value?is_boolean><#local whole = value?c><#elseif value?is_string><#local whole = value></#if>
  <#return whole[0..*longest]?replace('[\\uD800-\\uDBFF]$', '', 'r')>
</#function>
`;

/** `moment(value)`: milliseconds since the epoch as RFC 3339; empty if it isn't such a number or out of range. */
export const timeFunction = String.raw`<#function moment value>
  <#if !value?is_number || value lt 0 || value gt 253402300799999><#return ''></#if>
  <#return value?number_to_datetime?iso_utc_ms>
</#function>
`;

/** `line(value, longest)`: the same on one line. Follows `textFunction`. */
export const lineFunction = String.raw`<#function line value longest=1000>
  <#return text(value, longest)?replace('[\\p{Cntrl}\\u0085\\u2028\\u2029]+', ' ', 'r')?trim>
</#function>
`;

/** The level of the event. Tenants provide it bare; `event.` supports those that don't. */
export const riskVariable = `<#assign risk = text((intel_risk_level!event.intel_risk_level)!'Unknown', 64)>
`;

/** When it happened as RFC 3339, or empty. */
export const whenVariable = `<#assign when = moment((event_time!event.event_time)!'')>
`;
