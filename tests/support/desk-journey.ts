import { expect, type CDPSession, type Page } from "@playwright/test";

/** Where the desk of a shop stands, which itself is at `url`. */
export function deskOf(url: string): string {
  const desk = new URL(url);
  desk.hostname = "desk.localhost";
  return desk.origin;
}

/** The browser's own authenticator: it has a finger to show, until it is told that it has none. */
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

/** Opens an invitation and accepts it with an account that Google's chooser does not know yet. */
export async function acceptInvitation(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in with Google and accept" }).click();
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
}
