import { expect, type Page } from "@playwright/test";

import { lettersAbout } from "#tests/support/letters.ts";

/** The path of the link in the letter that asks to confirm an order. */
export async function linkToConfirm(page: Page, number: string): Promise<string> {
  const subject = `Please confirm your order ${number}`;
  await expect.poll(async () => (await lettersAbout(page, subject)).length, { timeout: 60_000 }).toBe(1);
  const [letter] = await lettersAbout(page, subject);
  const link = new URL(/https?:\/\/\S+\/orders\/\S+key=[\w.-]+/.exec(letter!.text)![0]);
  return link.pathname + link.search;
}
