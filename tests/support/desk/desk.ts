/** Opens the desk for request tests, with browsers that keep cookies and sign in. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "vitest";

import { sql } from "#db/sql.ts";
import type { PageHandler } from "#server/http/page-handler.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { createGoogle } from "#shop/people/readers/google.server.ts";
import type { Services } from "#shop/services.ts";
import { signInAtGoogle, type AccountChoice } from "#stand-ins/google/drive.ts";
import { openTestServices, type TestServices } from "#tests/support/shop/test-services.ts";

export { addPasskeyRow, addStaff, addStaffSession } from "./staff-rows.ts";

export const deskUrl = "http://desk.shop.test";

/** The built shop with its desk, without a port: requests for the desk's host go to the desk. */
export interface TestDesk extends TestServices {
  pages: PageHandler;
}

/** Opens a desk that requires passkeys, as with Google's real sign-in, for one test file. */
export async function openTestDesk(settings: Partial<Services["settings"]> = {}): Promise<TestDesk> {
  const testServices = await openTestServices({ deskUrl, isTestSignIn: false, ...settings });
  const { services, google } = testServices;
  const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const url = settings.deskUrl ?? deskUrl;
  const deskGoogle = createGoogle({ ...google, redirectUri: `${url}/auth/google/callback` });
  const desk = { url, google: deskGoogle };
  const pages = await productionPages({ services, imagesFolder: folder, standIns: [], desk });
  afterAll(() => pages.close());
  return { ...testServices, pages };
}

/** A browser at the desk: it keeps cookies, and sends the origin of its forms. */
export interface DeskBrowser {
  cookies: Map<string, string>;
  get: (path: string) => Promise<Response>;
  /** Sends a form as a page of the desk does; `headers` can replace the origin. */
  post: (path: string, form: Record<string, string> | FormData, headers?: Record<string, string>) => Promise<Response>;
}

/** Opens a browser; with a token it is signed in. `url` is the desk's address. */
export function openDeskBrowser({ pages }: Pick<TestDesk, "pages">, token?: string, url = deskUrl): DeskBrowser {
  const cookies = new Map<string, string>(token ? [["desk", token]] : []);
  const send = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await pages.fetch(new Request(url + path, { redirect: "manual", ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(";")[0]!.split("=");
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    return response;
  };
  return {
    cookies,
    get: (path) => send(path, {}),
    post: (path, form, headers = { origin: url, "sec-fetch-site": "same-origin" }) =>
      send(path, { method: "POST", body: form instanceof FormData ? form : new URLSearchParams(form), headers }),
  };
}

/**
 * Signs in through Google; returns the response of the callback: a page, or a redirect with the reason of a failure.
 */
export async function signInAtDesk(
  browser: DeskBrowser,
  choice: AccountChoice,
  form: Record<string, string> = {},
): Promise<Response> {
  const start = await browser.post("/sign-in", form);
  const callback = await signInAtGoogle(start.headers.get("location")!, choice);
  return browser.get(callback.pathname + callback.search);
}

/** The reason of a failed sign-in, from the redirect. */
export function signInErrorOf(response: Response): string | null {
  return new URL(response.headers.get("location") ?? "", deskUrl).searchParams.get("trouble");
}

/** The texts of the newest audit log entries, newest first. */
export async function auditLogTexts({ db }: Pick<TestDesk, "db">, limit = 5): Promise<string[]> {
  const { rows } = await db.execute<{ words: string }>(
    sql`select words from desk_record order by number desc limit ${limit}`,
  );
  return rows.map(({ words }) => words);
}
