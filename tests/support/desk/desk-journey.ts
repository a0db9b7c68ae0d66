/** Steps at the desk that browser journeys share: invitation, sign-in, passkey, and forms. */
import { expect, type APIRequestContext, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import type { DataRouter } from "react-router";

import type { Db } from "#db/connect.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import { addStaff, addStaffSession } from "./staff-rows.ts";

/** The origin of the desk for the shop at `url`. */
export function deskOf(url: string): string {
  const desk = new URL(url);
  desk.hostname = "desk.localhost";
  return desk.origin;
}

/** Adds a virtual authenticator to the browser; its user verification succeeds until it is switched off. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Opens an invitation and accepts it with an account that is new in Google's chooser. */
export async function acceptInvitation(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in with Google and accept" }).click();
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
}

/**
 * Signs a browser in at the desk of the journeys' shop as a new member of staff without a passkey, by inserting rows
 * instead of an invitation and Google's chooser. Returns the staff id.
 */
export async function signInAtDesk(context: BrowserContext, db: Db, role: Role, name?: string): Promise<number> {
  const staffId = await addStaff({ db }, role, name);
  await context.addCookies([await openDeskSession(db, staffId)]);
  return staffId;
}

/** Opens a browser that is signed in at the desk as a new member of staff. */
export async function openDesk(
  openContext: (options: { baseURL: string }) => Promise<BrowserContext>,
  db: Db,
  role: Role,
): Promise<Page> {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, role);
  return context.newPage();
}

/** The cookie of a new session of a member of staff. */
export async function openDeskSession(db: Db, staffId: number) {
  const value = await addStaffSession({ db }, staffId, { passkeyMinutes: null });
  return { name: "desk", value, url: deskOf(process.env.JOURNEY_URL!), httpOnly: true, sameSite: "Strict" as const };
}

/** A form as the desk's pages send it: fields, or fields with a file. */
type SentForm = Pick<NonNullable<Parameters<APIRequestContext["post"]>[1]>, "form" | "multipart">;

/**
 * Sends a form to the desk with this browser's session, without opening a page; returns the address of the redirect, if
 * any.
 */
export async function sendAtDesk(context: BrowserContext, path: string, sent: SentForm, status = 303): Promise<string> {
  const shop = process.env.JOURNEY_URL!;
  const origin = deskOf(shop);
  const cookie = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ");
  // Browsers resolve all names below localhost to this machine; Node asks the system, which may not.
  const headers = { host: new URL(origin).host, origin, cookie };
  const answer = await context.request.post(shop + path, { maxRetries: 2, ...sent, headers, maxRedirects: 0 });
  expect(answer.status(), path).toBe(status);
  return answer.headers().location ?? "";
}

/** Waits until the page's data is loaded and drawn. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { state } = Reflect.get(window, "__reactRouterDataRouter") as DataRouter;
    return state.navigation.state === "idle" && state.revalidation === "idle";
  });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
