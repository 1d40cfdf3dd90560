import { wrongType } from '../../runtime/type-errors.ts';
import { builtIn } from '../built-in.ts';
import type { BuiltIn } from '../definition.ts';
import { presentValues } from '../targets.ts';

/** Built-ins of XML nodes. Models here contain none, so each rejects every value. */
export const xmlNodes = [
  xmlBuiltIn('ancestors'),
  xmlBuiltIn('children'),
  xmlBuiltIn('next_sibling', '2.3.26'),
  xmlBuiltIn('node_name'),
  xmlBuiltIn('node_namespace'),
  xmlBuiltIn('node_type'),
  xmlBuiltIn('parent'),
  xmlBuiltIn('previous_sibling', '2.3.26'),
  xmlBuiltIn('root'),
];

function xmlBuiltIn(name: string, since = '2.3.0'): BuiltIn {
  return builtIn({
    name,
    doc: 'XML nodes are not part of the models here.',
    example: { template: `\${{"a": 1}?${name}}`, error: 'type-mismatch' },
    since,
    needs: 'xml',
    on: { ...presentValues, kinds: ['node'] },
    evaluate: (value, _env, node) => {
      throw wrongType(node.target, value, 'node');
    },
  });
}
