import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { parseStyle } from "#shop/kernel/look/look.ts";
import { renderLetter } from "#shop/kernel/mail/render-letter.ts";
import { describeLetterShop } from "#shop/office/letters/describe-letter-shop.ts";
import { sampleShop } from "#shop/office/letters/orders/sample-order.ts";
import { orderConfirmed } from "#shop/office/letters/orders/order-confirmed.server.ts";

import type { Route } from "./+types/email.route";

/** An order's e-mail with sample books in a look that is not published, for the frame on the page Look. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const query = args.url.searchParams;
  const { settings } = args.context.get(servicesContext);
  // Without a look in the address, or with an unknown one, the published one.
  const look = { ...settings.look, ...parseStyle(query.get("look") ?? "") };
  const shop = { ...describeLetterShop(settings), publicUrl: sampleShop.publicUrl, look };
  const { html } = renderLetter(orderConfirmed.write(orderConfirmed.sample, shop), shop);
  return new Response(forceScheme(html, query.get("scheme") === "dark"), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    },
  });
}

/** Makes the media query for the dark scheme match always or never. */
function forceScheme(html: string, isDark: boolean): string {
  return html.replaceAll("(prefers-color-scheme:dark)", isDark ? "(min-width:0)" : "(max-width:0)");
}
