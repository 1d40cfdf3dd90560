import { runtimeError } from '../../errors/runtime-errors.ts';
import { builtInForm, builtInFunction } from '../built-in.ts';
import { rest } from '../parameters.ts';
import { strings } from '../targets.ts';

/** Built-ins that reach into Java: rejected, because templates come from files of unknown origin. */
export const java = [
  builtInFunction({
    name: 'new',
    doc: 'An instance of a Java class; not supported here.',
    example: { template: '${"java.util.Date"?new()}', error: 'refused' },
    needs: 'java',
    on: { ...strings, kinds: ['expert'] },
    parameters: [rest('argument, …')],
    call: (_className, _args, env) => {
      throw env.failure(
        'refused',
        'Instantiating classes is not allowed in the template, for security reasons.',
      );
    },
  }),
  builtInForm({
    name: 'api',
    doc: 'Access to the Java API of a value; not supported here.',
    example: { template: '${{"a": 1}?api.size()}', error: 'refused' },
    since: '2.3.22',
    needs: 'java',
    on: 'expert',
    // What it would be of is not even evaluated.
    compile: (node) => () => {
      throw runtimeError('refused', "Can't use ?api, because access to the Java API is off.", node);
    },
  }),
];
