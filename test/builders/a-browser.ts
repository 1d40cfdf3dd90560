/**
 * The parts of a browser that the loopback URL of a sign-in needs: its cookies, and `fetch`. None of our
 * code.
 */
export interface Browser {
  /** Loads the start page of a sign-in and returns its redirect: the provider. */
  start(startUrl: string): Promise<string>;
  /** Like `fetch`, with the cookies set for the origin. */
  fetch(url: URL | string, init?: RequestInit): Promise<Response>;
  /** The `Cookie` header for a URL. */
  cookies(url: URL | string): string;
}

export function aBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();

  function cookies(url: URL | string): string {
    const jar = jars.get(new URL(url).origin) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async function visit(url: URL | string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookies(url));
    const response = await fetch(url, { ...init, headers });
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  return {
    fetch: visit,
    cookies,
    async start(startUrl) {
      const response = await visit(startUrl, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The start page answered ${response.status}.`);
      return location;
    },
  };
}

/** Follows a sign-in whose provider needs no input to its last page. */
export async function followSignIn(startUrl: string): Promise<Response> {
  const browser = aBrowser();
  const response = await fetch(await browser.start(startUrl), { redirect: 'manual' });
  return browser.fetch(response.headers.get('location') ?? '');
}
