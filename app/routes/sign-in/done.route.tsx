import { renderToStaticMarkup } from "react-dom/server";

import { servicesContext } from "#app/http/context.ts";
import { contentSecurityPolicy } from "#app/http/content-security-policy.ts";
import { safeNext } from "#app/http/safe-next.ts";
import stylesheet from "#app/site.css?url";
import { href } from "#routing/href.ts";
import { popupEndScript } from "./popup-end.ts";
import type { Route } from "./+types/done.route";

/**
 * Last page of the popup: reports the result to the page that opened it, and closes. The message grants nothing: the
 * session cookie was set before.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const isOk = query.get("state") === "ok";
  const next = safeNext(query.get("next"), settings.publicUrl);
  const html = renderToStaticMarkup(
    <PopupEnd shopName={settings.name} isOk={isOk} next={isOk ? next : href("/login")} />,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(html, undefined, null),
      "cross-origin-opener-policy": "unsafe-none",
      "referrer-policy": "no-referrer",
    },
  });
}

function PopupEnd({ shopName, isOk, next }: { shopName: string; isOk: boolean; next: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Signing in - ${shopName}`}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main className="page py-14">
          <h1 className="text-h2">{isOk ? "You are signed in" : "You are not signed in"}</h1>
          <p className="mt-4">This window closes automatically. If it does not, continue here.</p>
          <p className="mt-4">
            <a className="link inline-flex min-h-11 items-center font-semibold" href={next}>
              Continue
            </a>
          </p>
        </main>
        <script dangerouslySetInnerHTML={{ __html: popupEndScript }} />
      </body>
    </html>
  );
}
