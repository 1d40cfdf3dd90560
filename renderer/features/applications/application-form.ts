import type { ApplicationDetail } from '../../../contract/applications.ts';

export interface ApplicationForm {
  readonly name: string;
  readonly description: string;
}

/** The written form of the texts, in one order, so that an undone edit equals what the tenant has. */
export function formatForm({ name, description }: ApplicationForm): string {
  return JSON.stringify({ name, description });
}

export function formOf(application: ApplicationDetail): ApplicationForm {
  return { name: application.name, description: application.description };
}

/** A damaged draft reads as undefined. */
export function parseForm(text: string): ApplicationForm | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('name' in value) || !('description' in value))
      return undefined;
    const { name, description } = value;
    return typeof name === 'string' && typeof description === 'string' ? { name, description } : undefined;
  } catch {
    return undefined;
  }
}
