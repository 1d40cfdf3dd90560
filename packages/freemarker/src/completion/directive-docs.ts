/** A directive as completion offers it; `|` marks where the cursor goes. */
export interface DirectiveDoc {
  readonly name: string;
  /** The text after the name in the tag, and the content that the tag may need. */
  readonly snippet: string;
  readonly doc: string;
}

export const DIRECTIVE_DOCS: readonly DirectiveDoc[] = [
  { name: 'if', snippet: 'if |></#if>', doc: 'Prints its content if the condition is true.' },
  { name: 'elseif', snippet: 'elseif |>', doc: 'Another condition of the #if.' },
  { name: 'else', snippet: 'else>|', doc: 'Otherwise: of an #if, or of a #list without items.' },
  {
    name: 'list',
    snippet: 'list | as item></#list>',
    doc: 'Prints its content for each item of a sequence or hash.',
  },
  {
    name: 'items',
    snippet: 'items as |></#items>',
    doc: 'The repeated part of a #list that has more around it.',
  },
  { name: 'sep', snippet: 'sep>|</#sep>', doc: 'Printed between the items of a #list.' },
  { name: 'break', snippet: 'break>|', doc: 'Leaves the #list or #switch.' },
  { name: 'continue', snippet: 'continue>|', doc: 'Continues with the next item of the #list.' },
  { name: 'assign', snippet: 'assign | = >', doc: 'Makes or changes a variable of the template.' },
  { name: 'local', snippet: 'local | = >', doc: 'Makes or changes a variable of the macro or function.' },
  { name: 'global', snippet: 'global | = >', doc: 'Makes or changes a variable of all templates.' },
  {
    name: 'macro',
    snippet: 'macro |></#macro>',
    doc: 'Defines a piece of template to be used as <@name …/>.',
  },
  { name: 'nested', snippet: 'nested>|', doc: 'Where the content between <@name> and </@name> goes.' },
  {
    name: 'function',
    snippet: 'function |></#function>',
    doc: 'Defines a function to be used in expressions.',
  },
  { name: 'return', snippet: 'return |>', doc: 'Ends the function with a value, or the macro.' },
  { name: 'switch', snippet: 'switch |></#switch>', doc: 'Chooses among #case by a value.' },
  { name: 'case', snippet: 'case |>', doc: 'A value of the #switch; ends with #break.' },
  { name: 'on', snippet: 'on |>', doc: 'Values of the #switch, without falling through.' },
  { name: 'default', snippet: 'default>|', doc: 'What the #switch prints for all other values.' },
  {
    name: 'attempt',
    snippet: 'attempt>|<#recover></#attempt>',
    doc: 'Tries its content; if that fails, prints what follows #recover.',
  },
  { name: 'recover', snippet: 'recover>|', doc: 'Printed instead of an #attempt that failed.' },
  { name: 'include', snippet: 'include "|">', doc: 'Prints another template here.' },
  {
    name: 'import',
    snippet: 'import "|" as >',
    doc: 'Makes the macros and variables of a template available.',
  },
  {
    name: 'escape',
    snippet: 'escape x as x?|></#escape>',
    doc: 'Wraps every interpolation inside in an expression.',
  },
  { name: 'noescape', snippet: 'noescape>|</#noescape>', doc: 'Suspends #escape.' },
  {
    name: 'outputformat',
    snippet: 'outputformat "|"></#outputformat>',
    doc: 'Sets the output format, which decides on escaping.',
  },
  { name: 'autoesc', snippet: 'autoesc>|</#autoesc>', doc: 'Switches escaping on.' },
  { name: 'noautoesc', snippet: 'noautoesc>|</#noautoesc>', doc: 'Switches escaping off.' },
  {
    name: 'compress',
    snippet: 'compress>|</#compress>',
    doc: 'Collapses runs of whitespace and line breaks.',
  },
  {
    name: 'setting',
    snippet: 'setting |="">',
    doc: 'Changes a setting, such as number_format or time_zone.',
  },
  { name: 'noparse', snippet: 'noparse>|</#noparse>', doc: 'Prints its content as it is.' },
  { name: 'stop', snippet: 'stop "|">', doc: 'Ends rendering with an error.' },
  { name: 'flush', snippet: 'flush>|', doc: 'Sends what was printed so far.' },
  { name: 't', snippet: 't>|', doc: 'Drops whitespace at both ends of this line.' },
  { name: 'lt', snippet: 'lt>|', doc: 'Drops whitespace at the start of this line.' },
  { name: 'rt', snippet: 'rt>|', doc: 'Drops whitespace at the end of this line.' },
  { name: 'nt', snippet: 'nt>|', doc: 'Keeps the whitespace of this line.' },
  { name: 'ftl', snippet: 'ftl |>', doc: 'Settings of the template; must come first.' },
];
