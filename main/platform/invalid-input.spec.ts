import { expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput } from './invalid-input.ts';

function rejection(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  if (error === undefined) throw new Error('the input fits');
  return invalidInput(error).error;
}

it('adds the readable field name to the contract’s message', () => {
  const schema = z.object({ definition: z.object({ requestUrl: z.url('Enter a full URL.') }) });
  const { message } = rejection(schema, { definition: { requestUrl: 'x' } });
  expect(message).toBe('Check definition, request URL: Enter a full URL.');
});

it('counts the items of a list from one', () => {
  expect(rejection(z.object({ ids: z.array(z.string()) }), { ids: ['a', 7] }).message).toContain(
    'IDs, item 2:',
  );
});

it('lists other fields in the detail', () => {
  const error = rejection(z.object({ a: z.string('No a.'), b: z.string('No b.') }), {});
  expect(error).toMatchObject({ message: 'Check a: No a.', detail: 'Check b: No b.' });
});

it('never quotes a value', () => {
  const schema = z.strictObject({ kind: z.enum(['x']), text: z.string().max(3) });
  expect(JSON.stringify(rejection(schema, { kind: 'hush', text: 'hush' }))).not.toContain('hush');
});
