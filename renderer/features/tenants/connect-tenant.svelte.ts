import type { Desk } from '../../../contract/bridge/desk.ts';
import type { TenantInput } from '../../../contract/tenants/tenants.ts';
import type { ViewState } from '../../state/view-state.ts';
import { ConnectionChecks } from './connection-checks.svelte.ts';
import type { TenantForm } from './tenant-form.ts';
import {
  checkedTarget,
  checkForm,
  completeAddress,
  enteredEndpoints,
  formOf,
  otherHostsIn,
  unconfirmedHosts,
  withSignInHosts,
} from './tenant-form.ts';

const storageKey = 'desk.connect-tenant';
/** So that hosts aren't looked up while their names are typed. */
const typingPauseMs = 600;

/** Connecting the first tenant: the values, their checks, and what is still missing. */
export class ConnectTenant {
  readonly #storage: Pick<ViewState, 'getItem' | 'setItem' | 'removeItem'>;
  readonly checks: ConnectionChecks;
  form = $state<TenantForm>(formOf(undefined));
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Desk, storage: Pick<ViewState, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
    this.checks = new ConnectionChecks((request, options) => desk.tenants.check(request, options));
    Object.assign(this.form, storedValues(storage.getItem(storageKey)));
  }

  /** The name that the tenant gets: as entered, or its host. */
  get name(): string {
    const entered = this.form.name.trim();
    return entered === '' ? (URL.parse(completeAddress(this.form.baseUrl))?.hostname ?? '') : entered;
  }

  /** Hosts that the user has to allow before anything is sent there. */
  get hostsToAllow(): readonly string[] {
    const found = this.form.usesDiscovery ? this.checks.provider?.otherHosts : otherHostsIn(this.form);
    return unconfirmedHosts(this.form, found);
  }

  /** The profile to save; undefined while something is missing. */
  get input(): TenantInput | undefined {
    return checkForm(this.#completed).input;
  }

  get errors(): Readonly<Partial<Record<keyof TenantForm, string>>> {
    const checked = checkForm(this.#completed);
    return checked.ok ? {} : checked.errors;
  }

  /** Why the sign-in can't start yet; undefined if it can. */
  get obstacle(): string | undefined {
    const { form, checks, errors } = this;
    if (form.baseUrl.trim() === '') return 'Enter the tenant URL';
    if (checkedTarget(form) === undefined) return 'Enter a URL such as https://acme.example';
    if (checks.failed !== undefined) return 'Fix 1 check';
    if (this.hostsToAllow.length > 0) return 'Allow the other hosts';
    if (form.usesDiscovery && this.#needsEndpoints) return 'Enter the provider settings';
    const field = missingFields.find(([name]) => errors[name] !== undefined);
    if (field !== undefined) return `Enter ${field[1]}`;
    if (checks.isChecking || checks.rows.client.state !== 'done') return 'Checking the connection';
    return Object.values(errors)[0];
  }

  /** True if discovery found nothing, so that the endpoints have to be entered. */
  get #needsEndpoints(): boolean {
    const { discovery } = this.checks.rows;
    return discovery.state === 'done' && discovery.provider === undefined && discovery.status !== 'skipped';
  }

  /** Without the issuer of the profile, another one would be rejected at sign-in. */
  get #completed(): TenantForm {
    const issuer = this.form.issuer.trim() === '' ? (this.checks.provider?.issuer ?? '') : this.form.issuer;
    return { ...this.form, name: this.name, issuer: this.form.usesDiscovery ? issuer : this.form.issuer };
  }

  /** Call it when a value has changed: stores it, and checks it when the typing pauses. */
  noteTyped(): void {
    const { clientSecret: _secret, ...stored } = this.form;
    this.#storage.setItem(storageKey, JSON.stringify(stored));
    clearTimeout(this.#timer);
    const target = checkedTarget(this.form);
    if (target === undefined) this.checks.clear();
    else this.#timer = setTimeout(() => void this.#run(), typingPauseMs);
  }

  /** Checks now, with the client secret. */
  async checkNow(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#run({ again: true });
  }

  allowHosts(): void {
    this.form.signInHosts = withSignInHosts(this.form, this.hostsToAllow);
    this.noteTyped();
  }

  enterEndpoints(): void {
    this.form.usesDiscovery = false;
    const { provider } = this.checks;
    if (provider !== undefined) {
      Object.assign(this.form, { issuer: provider.issuer, ...enteredEndpoints(provider.endpoints) });
    } else if (this.form.issuer.trim() === '') {
      this.form.issuer = completeAddress(this.form.baseUrl);
    }
    this.noteTyped();
  }

  useDiscovery(): void {
    this.form.usesDiscovery = true;
    this.noteTyped();
  }

  /** The tenant was saved: its values are in its profile now. */
  finish(): void {
    this.#storage.removeItem(storageKey);
    this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.checks.stop();
  }

  async #run({ again = false } = {}): Promise<void> {
    const target = checkedTarget(this.form);
    if (target === undefined) return;
    const secret = this.form.clientSecret.trim();
    await this.checks.run(again && secret !== '' ? { ...target, clientSecret: secret } : target, { again });
  }
}

/** In the order of the form. */
const missingFields: readonly (readonly [keyof TenantForm, string])[] = [
  ['issuer', 'the issuer'],
  ['authorizationEndpoint', 'an authorization URL'],
  ['tokenEndpoint', 'a token URL'],
  ['jwksUri', 'a signing keys URL'],
  ['userinfoEndpoint', 'a valid UserInfo URL'],
  ['revocationEndpoint', 'a valid revocation URL'],
  ['clientId', 'the client ID'],
];

/** What was typed before the window was closed; nothing if it can't be read. */
function storedValues(text: string | null): Partial<TenantForm> {
  const empty = formOf(undefined);
  try {
    const stored: unknown = JSON.parse(text ?? '');
    if (typeof stored !== 'object' || stored === null) return {};
    const known = Object.entries(stored).filter(
      ([name, value]) =>
        Object.hasOwn(empty, name) && typeof value === typeof empty[name as keyof TenantForm],
    );
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}
