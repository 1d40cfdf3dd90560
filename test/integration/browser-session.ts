/** As much of a browser as a sign-in needs: cookies per path, redirects one by one, forms. No library of ours. */
export interface BrowserSession {
  /** Follows redirects until a page is shown or a URL outside the tenant is reached. */
  open(url: string): Promise<BrowserPage>;
  /** As a page of another site does whose form is sent there. */
  post(url: string, fields: URLSearchParams): Promise<BrowserPage>;
  submit(page: BrowserPage, fields: Readonly<Record<string, string>>): Promise<BrowserPage>;
}

export interface BrowserPage {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export function createBrowserSession(tenantBaseUrl: string): BrowserSession {
  let jar: readonly Cookie[] = [];

  async function visit(url: string, init: RequestInit = {}): Promise<BrowserPage> {
    let target = url;
    let request = init;
    for (let hops = 0; hops < 10; hops++) {
      const path = new URL(target).pathname;
      const cookie = jar
        .filter(
          (one) => path === one.path || path.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`),
        )
        .map((one) => `${one.name}=${one.value}`)
        .join('; ');
      const response = await fetch(target, {
        ...request,
        redirect: 'manual',
        headers: { ...Object.fromEntries(new Headers(request.headers)), cookie },
      });
      jar = remember(jar, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null)
        return {
          url: target,
          status: response.status,
          html: await response.text(),
          headers: response.headers,
        };
      target = new URL(location, target).href;
      request = {};
      if (!target.startsWith(`${tenantBaseUrl}/`))
        return { url: target, status: response.status, html: '', headers: response.headers };
    }
    throw new Error(`Too many redirects from ${url}.`);
  }

  return {
    open: (url) => visit(url),
    post: (url, body) => visit(url, { method: 'POST', body }),
    submit(page, fields) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.html)?.[1];
      if (action === undefined)
        throw new Error(`There is no form at ${page.url}: ${page.html.slice(0, 300)}`);
      const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        (match): [string, string] => [match[1] ?? '', match[2] ?? ''],
      );
      return visit(new URL(action, page.url).href, {
        method: 'POST',
        body: new URLSearchParams([...hidden, ...Object.entries(fields)]),
        headers: { origin: new URL(page.url).origin },
      });
    },
  };
}

function remember(jar: readonly Cookie[], setCookies: readonly string[]): readonly Cookie[] {
  let next = jar;
  for (const text of setCookies) {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    const isExpired = attributes.some((part) => /^expires=Thu, 01 Jan 1970/i.test(part));
    next = next.filter((one) => one.name !== name || one.path !== path);
    if (!isExpired) next = [...next, { name, value: pair.slice(pair.indexOf('=') + 1), path }];
  }
  return next;
}
