import { describeDevice } from "#shop/people/readers/device.ts";
import type { NewSession } from "#shop/people/readers/sessions.server.ts";
import type { SignInBrowser } from "#shop/people/readers/sign-in.server.ts";
import { countCart } from "#shop/sales/cart/cart.server.ts";
import type { Services } from "#shop/services.ts";
import { dropCartToken, readCartToken } from "./cart-cookie.server.ts";
import { readSessionToken, setSessionCookie } from "./session-cookie.server.ts";

/** Reads what a browser contributes to a sign-in. */
export function readSignInBrowser(request: Request): SignInBrowser {
  return {
    device: describeDevice(request.headers.get("user-agent") ?? ""),
    session: readSessionToken(request),
    cart: readCartToken(request),
  };
}

/** Sets the cookies of a browser in which a reader has signed in; the guest's cart is now part of the reader's. */
export async function setSignInCookies(headers: Headers, url: string, { db }: Services, session: NewSession) {
  setSessionCookie(headers, url, session);
  dropCartToken(headers, url, await countCart(db, { readerId: session.reader.id }));
}
