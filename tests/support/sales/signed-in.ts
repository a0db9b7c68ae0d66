import { expect, type Page } from "@playwright/test";

import { signInAtGoogle } from "#stand-ins/google/drive.ts";

/**
 * Signs a browser in without its pages, with an account outside the samples, so that no journey uses another journey's
 * reader.
 */
export async function signInBrowser(page: Pick<Page, "request">, name: string): Promise<void> {
  const start = await page.request.get("/auth/google/start", { maxRetries: 2, maxRedirects: 0 });
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const callback = await signInAtGoogle(start.headers().location!, { name, email });
  expect((await page.request.get(callback.href, { maxRetries: 2 })).ok()).toBe(true);
}

/** Sends a form as a page of the shop would. */
export async function sendForm(page: Pick<Page, "request">, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { maxRetries: 2, form, headers: { origin: process.env.JOURNEY_URL! } });
  expect(answer.ok(), path).toBe(true);
}

/** The address of a signed-in reader, as the address form sends it. */
export const homeAddress = {
  name: "Meera Nair",
  phone: "98765 43210",
  addressLine1: "12 Church Street",
  addressLine2: "",
  city: "Bengaluru",
  pin: "560001",
  stateCode: "KA",
};
