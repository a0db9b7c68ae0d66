import { expect, type Page } from "@playwright/test";

import type { MailboxLetter } from "#stand-ins/mailbox/letter-store.ts";

/** The letters in the mailbox whose subject contains `words`, oldest first. */
export async function lettersAbout(page: Page, words: string): Promise<MailboxLetter[]> {
  const answer = await page.request.get("/stand-ins/mailbox/control/letters", { maxRetries: 2 });
  const letters = (await answer.json()) as MailboxLetter[];
  return letters.filter(({ subject }) => subject.includes(words));
}

/** Waits until the mailbox contains exactly these letters with `words` in their subject, in any order. */
export async function expectLetters(page: Page, words: string, subjects: string[]): Promise<void> {
  await expect
    .poll(async () => (await lettersAbout(page, words)).map(({ subject }) => subject).toSorted(), { timeout: 60_000 })
    .toEqual(subjects.toSorted());
}
