import type { Page } from "@playwright/test";

import { expectReady } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";

/** Sign-in, registration and their effect on the header, in the states that look different. */
export const signInPlaces: Record<string, (page: Page) => Promise<unknown>> = {
  "signing in": (page) => page.goto("/login"),
  registering: (page) => page.goto("/register"),
  "a sign-in that was cancelled": (page) => page.goto("/login?failed=cancelled"),
  "an expired sign-in link": (page) => page.goto("/auth/google/callback?state=none&code=none"),
  "the open profile menu": async (page) => {
    await signInBrowser(page, "Chinnaswamy Venkatasubramanian");
    await page.goto("/best-sellers");
    await expectReady(page);
    await page.getByRole("button", { name: /^My Account/ }).click();
  },
};
