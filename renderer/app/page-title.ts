interface ShownPlace {
  /** What is open in the view, for example an application. */
  readonly thing: string | undefined;
  readonly view: string;
  /** Undefined in a view of the whole installation. */
  readonly tenant: string | undefined;
}

/**
 * The title of the window or tab, most specific part first: `Payroll · Applications · Acme Production — Tenant Desk`.
 */
export function pageTitle({ thing, view, tenant }: ShownPlace): string {
  const places = [thing, view, tenant].filter((place) => place !== undefined && place.trim() !== '');
  return `${places.join(' · ')} — Tenant Desk`;
}
