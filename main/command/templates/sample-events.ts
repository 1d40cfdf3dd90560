import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { columnValueSchema } from '../../../contract/webhooks/samples.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { EventColumns } from './template-model.ts';

export interface NamedEvent {
  readonly name: string;
  readonly columns: EventColumns;
}

/** A security alert as tenants send it: used if there is no sample file. */
export const defaultEvent: NamedEvent = {
  name: 'Risky sign-in',
  columns: {
    event_id: 'evt-5f2c81',
    event_type: 'SecurityAlert',
    event_time: 1_795_167_727_000,
    intel_risk_level: 'High',
    intel_risk_score: 87,
    risk_level: 'High',
    user_name: "zoe.o'brien@acme.example",
    user_id: 'c2c7bcc6-9560-44e0-8dff-5be221cd37ee',
    display_name: "Zoe O'Brien",
    reason: 'New country, new device',
    app_type: 'SAML',
    app_name: 'Payroll',
    agent_id: 'agent-17',
    client_ip: '203.0.113.41',
    country: 'Norway',
    city: 'Oslo',
    latitude: 59.91,
    longitude: 10.75,
    device_name: 'LT-2207',
    device_os: 'Windows',
    browser: 'Firefox',
    auth_method: 'Password',
    factors: 'Password, OTP',
    failed_attempts: 3,
    is_new_device: true,
    is_new_location: true,
    session_id: 's-91b3',
    result: 'Success',
  },
};

const columnsSchema = z.record(z.string(), columnValueSchema);
const namedSchema = z.strictObject({ name: z.string().min(1), columns: columnsSchema });
const eventsSchema = z.union([namedSchema, columnsSchema]);

/** The events of a JSON file: one or a list, each its columns, or `name` and `columns`. Throws `file-wrong-shape`. */
export async function readEvents(file: string): Promise<readonly NamedEvent[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw failure('file-unreadable', `${file} can’t be read. Check its path and permissions.`, { cause });
  });
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw failure('file-not-json', `${file} is not JSON. Correct it.`, { cause });
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each, index) => {
    const parsed = eventsSchema.safeParse(each);
    if (!parsed.success) {
      throw failure(
        'file-wrong-shape',
        `${file}: event ${index + 1} is not an object with a value for each column.`,
        { detail: z.prettifyError(parsed.error) },
      );
    }
    const named = namedSchema.safeParse(each);
    if (named.success) return named.data;
    return { name: list.length === 1 ? file : `${file} ${index + 1}`, columns: columnsSchema.parse(each) };
  });
}
