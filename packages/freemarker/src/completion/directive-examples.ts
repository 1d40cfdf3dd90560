/** What a directive does, shown: a template that needs no data, and what it prints. */
export interface DirectiveExample {
  readonly template: string;
  readonly output: string;
}

/**
 * By the name of the directive. None for those that print nothing without other templates (`#include`, `#import`), end the
 * rendering (`#stop`), or do nothing that is seen here (`#flush`, `#ftl`).
 */
export const DIRECTIVE_EXAMPLES: Readonly<Record<string, DirectiveExample>> = {
  if: { template: '<#if 2 gt 1>yes</#if>', output: 'yes' },
  elseif: { template: '<#if false>a<#elseif true>b</#if>', output: 'b' },
  else: { template: '<#if false>a<#else>b</#if>', output: 'b' },
  list: { template: '<#list ["a", "b"] as x>${x};</#list>', output: 'a;b;' },
  items: { template: '<#list [1, 2]>[<#items as x>${x}</#items>]</#list>', output: '[12]' },
  sep: { template: '<#list [1, 2] as x>${x}<#sep>, </#sep></#list>', output: '1, 2' },
  break: { template: '<#list 1..9 as x>${x}<#if x == 2><#break></#if></#list>', output: '12' },
  continue: { template: '<#list 1..3 as x><#if x == 2><#continue></#if>${x}</#list>', output: '13' },
  assign: { template: '<#assign who = "ann">${who}', output: 'ann' },
  local: { template: '<#macro m><#local n = 1>${n}</#macro><@m/>', output: '1' },
  global: { template: '<#global who = "ann">${who}', output: 'ann' },
  macro: { template: '<#macro hi name>Hi ${name}!</#macro><@hi name="Ann"/>', output: 'Hi Ann!' },
  nested: { template: '<#macro b>[<#nested>]</#macro><@b>x</@b>', output: '[x]' },
  function: { template: '<#function twice n><#return n * 2></#function>${twice(4)}', output: '8' },
  return: { template: '<#function one><#return 1></#function>${one()}', output: '1' },
  switch: { template: '<#switch 2><#case 2>two<#break><#default>other</#switch>', output: 'two' },
  case: { template: '<#switch 2><#case 2>two<#break><#default>other</#switch>', output: 'two' },
  default: { template: '<#switch 3><#case 2>two<#break><#default>other</#switch>', output: 'other' },
  attempt: { template: '<#attempt>${nothing}<#recover>none</#attempt>', output: 'none' },
  recover: { template: '<#attempt>${nothing}<#recover>none</#attempt>', output: 'none' },
  escape: { template: '<#escape x as x?upper_case>${"a"}</#escape>', output: 'A' },
  noescape: {
    template: '<#escape x as x?upper_case>${"a"}<#noescape>${"b"}</#noescape></#escape>',
    output: 'Ab',
  },
  outputformat: { template: '<#outputformat "HTML">${"<"}</#outputformat>', output: '&lt;' },
  autoesc: {
    template: '<#ftl output_format="XML" auto_esc=false><#autoesc>${"<"}</#autoesc>',
    output: '&lt;',
  },
  noautoesc: { template: '<#ftl output_format="XML"><#noautoesc>${"<"}</#noautoesc>', output: '<' },
  compress: { template: '<#compress>  a    b  </#compress>', output: 'a b' },
  setting: { template: '<#setting number_format="0.00">${1.5}', output: '1.50' },
  noparse: { template: '<#noparse>${x}</#noparse>', output: '${x}' },
  t: { template: '[${1}\n  a<#t>\n]', output: '[1\na]' },
  lt: { template: '[${1}\n  a<#lt>]', output: '[1\na]' },
  rt: { template: '[a<#rt>\n]', output: '[a]' },
  nt: { template: '[${1}\n  <#assign x = 1><#nt>\n]', output: '[1\n  \n]' },
};

/** `<#if 2 gt 1>yes</#if> prints yes`; empty where there is none. */
export function directiveExample(name: string): string {
  const example = DIRECTIVE_EXAMPLES[name];
  return example === undefined ? '' : `${example.template} prints ${example.output}`;
}
