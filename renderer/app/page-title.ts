interface ShownPlace {
  /** What is open in the view, for example an application. */
  readonly item: string | undefined;
  readonly view: string;
  /** Undefined in a view of the whole installation. */
  readonly tenant: string | undefined;
}

/**
 * The title of the window or tab, most specific part first: `Payroll · Applications · Acme Production — Tenant Desk`.
 */
export function pageTitle({ item, view, tenant }: ShownPlace): string {
  const places = [item, view, tenant].filter((place) => place !== undefined && place.trim() !== '');
  return `${places.join(' · ')} — Tenant Desk`;
}
