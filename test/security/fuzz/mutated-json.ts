import fc from 'fast-check';

/** Values that some reader takes for something else. */
export const edgeCaseValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 31) - 1,
    '',
    ' ',
    '0',
    'null',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    '\u202etxt.exe',
    '<script>alert(1)</script>',
    '${7*7}',
    '../../../etc/passwd',
    [],
    {},
    [[]],
    [null],
    { toString: 1, valueOf: null, length: -1, then: true },
    JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}'),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function nested(depth: number): unknown {
  let value: unknown = 'inside';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** One change of a value, at a place that is chosen when the value is there. */
export interface ValueChange {
  readonly how: 'alike' | 'replace' | 'remove' | 'repeat' | 'rename' | 'retype' | 'swap' | 'add';
  readonly place: number;
  readonly other: number;
  readonly value: unknown;
  /** If it is more than 0, the new value is that many nested lists and objects instead. */
  readonly depth: number;
  /** Replaces a value of the same type. */
  readonly text: string;
  readonly number: number;
  readonly name: string;
}

interface TextChange {
  readonly how:
    | 'cut'
    | 'flip'
    | 'insert'
    | 'repeat'
    | 'huge-number'
    | 'deep'
    | 'double-name'
    | 'mark'
    | 'wide'
    | 'page'
    | 'comma'
    | 'no-number';
  /** From 0 to 1, of the text's length. */
  readonly place: number;
  readonly byte: number;
}

/** How the text of a JSON document is mutated. */
export interface JsonMutation {
  readonly values: readonly ValueChange[];
  readonly texts: readonly TextChange[];
}

export const edgeCaseText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202etxt.exe',
    '\u2028',
    '\r\n: \r\n',
    '__proto__',
    'x'.repeat(20_000),
    'https://user:secret@hooks.example/?token=s3cret#a',
    'javascript:alert(1)',
    'http://[::1',
    '${.data_model}<#list 1..9999999 as i>',
    "'; DROP TABLE Role; --",
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

export const edgeCaseNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -1, 0.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE),
  fc.integer(),
);

/** Uniform from 0 to less than 1: `fc.double` prefers values near 0. */
export const share: fc.Arbitrary<number> = fc.nat(999_999).map((part) => part / 1_000_000);
export const valueChange: fc.Arbitrary<ValueChange> = fc.record({
  how: fc.constantFrom(
    'alike',
    'alike',
    'alike',
    'replace',
    'replace',
    'remove',
    'repeat',
    'rename',
    'retype',
    'swap',
    'add',
  ),
  place: share,
  other: share,
  value: edgeCaseValue,
  depth: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 90, 110, 400, 1000),
  text: edgeCaseText,
  number: edgeCaseNumber,
  name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'Result', 'ID'), fc.string()),
});
const textChange: fc.Arbitrary<TextChange> = fc.record({
  how: fc.constantFrom(
    'cut',
    'flip',
    'insert',
    'repeat',
    'huge-number',
    'deep',
    'double-name',
    'mark',
    'wide',
    'page',
    'comma',
    'no-number',
  ),
  place: share,
  byte: fc.nat(255),
});

/** Most leave valid JSON, so that the code behind the parser is reached as well. */
export const jsonMutation: fc.Arbitrary<JsonMutation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      values: fc.array(valueChange, { minLength: 1, maxLength: 4 }),
      texts: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      values: fc.array(valueChange, { maxLength: 1 }),
      texts: fc.array(textChange, { minLength: 1, maxLength: 2 }),
    }),
  },
);

/** The mutated document in bytes. The original stays as it is. */
export function mutate(original: unknown, { values, texts }: JsonMutation): Uint8Array {
  let value = structuredClone(original);
  for (const change of values) value = changeValue(value, change);
  let bytes: Buffer = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  for (const change of texts) bytes = changeText(bytes, change);
  return bytes;
}

/** The mutated value. The original is unchanged; a value without members is returned as it is. */
export function changeMembers(original: unknown, changes: readonly ValueChange[]): unknown {
  if (typeof original !== 'object' || original === null || ArrayBuffer.isView(original)) return original;
  const held = { value: structuredClone(original) };
  for (const change of changes) changeValue(held, change);
  return held.value;
}

interface Slot {
  readonly of: Record<string, unknown>;
  readonly name: string;
}

/** Every member of every list and object, however deep. */
function slotsOf(value: unknown, depth = 0): Slot[] {
  if (typeof value !== 'object' || value === null || depth > 20) return [];
  const of = value as Record<string, unknown>;
  return Object.keys(of).flatMap((name) => [{ of, name }, ...slotsOf(of[name], depth + 1)]);
}

function changeValue(root: unknown, change: ValueChange): unknown {
  const slots = slotsOf(root);
  const pick = (at: number): Slot | undefined => slots[Math.floor(at * slots.length)];
  const [slot, other] = [pick(change.place), pick(change.other)];
  // A copy: a later mutation may change the inserted value, which must not contain itself.
  const fresh = change.depth > 0 ? nested(change.depth) : structuredClone(change.value);
  if (slot === undefined || other === undefined) return fresh;
  const { of, name } = slot;
  const put = (key: string, value: unknown): void =>
    void Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });
  switch (change.how) {
    case 'alike': {
      const present = of[name];
      if (typeof present === 'string') put(name, change.text);
      else if (typeof present === 'number') put(name, change.number);
      else if (typeof present === 'boolean') put(name, !present);
      else if (present === null) put(name, change.text);
      break;
    }
    case 'replace':
      put(name, fresh);
      break;
    case 'remove':
      if (Array.isArray(of)) of.splice(Number(name), 1);
      else Reflect.deleteProperty(of, name);
      break;
    case 'repeat':
      if (Array.isArray(of)) of.push(structuredClone(of[Number(name)]));
      else put(name, [of[name], structuredClone(of[name])]);
      break;
    case 'rename':
      if (!Array.isArray(of)) put(change.name, structuredClone(of[name]));
      break;
    case 'retype':
      put(name, retyped(of[name]));
      break;
    case 'swap':
      put(name, structuredClone(other.of[other.name]));
      break;
    case 'add':
      if (!Array.isArray(of)) put(change.name, fresh);
      else of.push(fresh);
  }
  return root;
}

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  if (typeof value === 'object' && value !== null) return Object.values(value);
  return {};
}

function changeText(bytes: Buffer, { how, place: where, byte }: TextChange): Buffer {
  const at = Math.floor(where * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const between = (text: string | Uint8Array): Buffer => Buffer.concat([before, Buffer.from(text), after]);
  const instead = (what: RegExp, by: string): Buffer =>
    Buffer.from(before.toString() + after.toString().replace(what, by));
  switch (how) {
    case 'cut':
      return before;
    case 'flip':
      return Buffer.concat([before, Uint8Array.of((bytes[at] ?? 0) ^ (byte || 1)), bytes.subarray(at + 1)]);
    case 'insert':
      return between(Uint8Array.of(byte));
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, 100), after]);
    case 'huge-number':
      return instead(/-?\d+/, byte % 2 === 0 ? '1e999' : '123456789012345678901234567890');
    case 'deep':
      return between('['.repeat(200 + 100 * byte));
    case 'double-name':
      return instead(/\{/, '{"__proto__": {"isAdmin": true}, "ID": 1, "ID": [2], ');
    case 'mark':
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
    case 'wide':
      return Buffer.from(bytes.toString(), 'utf16le');
    case 'page':
      return Buffer.from(`<!doctype html><pre>${bytes.toString().slice(0, at)}</pre>`);
    case 'comma':
      return instead(/[\]}]/, byte % 2 === 0 ? ',]' : ',}');
    case 'no-number':
      return instead(/:\s*("[^"]*"|\d+|true|false|null)/, byte % 2 === 0 ? ': NaN' : ': undefined');
  }
}
