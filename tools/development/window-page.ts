import type { windowPage as productionPage } from '../../main/platform/host/electron/window-page.ts';
import { appHeaders, isAppUrl } from '../../main/platform/host/electron/app-scheme.ts';
import { electronPolicy } from '../../main/platform/host/content-security-policy.ts';
import { fetchPage, pageAccessSchema } from './page-access.ts';
import { pageVariable } from './page-variable.ts';

/** Replaces main/platform/host/electron/window-page.ts in the main bundle of `npm run dev`. */
export const windowPage: typeof productionPage = () => {
  const access = pageAccessSchema.parse(JSON.parse(process.env[pageVariable] ?? '{}'));
  // For this process only: the embedded tenant is started with the same environment.
  Reflect.deleteProperty(process.env, pageVariable);
  return {
    async serve(request) {
      if (!isAppUrl(request.url)) return new Response('Not found.', { status: 404 });
      const { pathname, search } = new URL(request.url);
      const response = await fetchPage(access, {
        path: `${pathname}${search}`,
        policy: electronPolicy,
        header: (name) => request.headers.get(name),
      });
      const headers = { ...appHeaders, ...Object.fromEntries(response.headers) };
      return new Response(response.body, { status: response.status, headers });
    },
    allows: (url) => url.split('?', 1)[0] === access.socketUrl,
  };
};
