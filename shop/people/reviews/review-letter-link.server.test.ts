import { expect, test } from "vitest";

import { readReviewLettersLink, unsubscribeReviewLettersLink } from "./review-letter-link.server.ts";

const link = unsubscribeReviewLettersLink("https://books.example", "secret", 7);

test("the link out of the letters that ask for reviews is its own reader's, by the shop's key, and nobody else's", () => {
  const [, readerId, key] = /^https:\/\/books\.example\/review-letters\/leave\/(\d+)\/([\w-]{43})$/.exec(link)!;
  expect(readReviewLettersLink("secret", readerId!, key!)).toBe(7);
  expect(readReviewLettersLink("secret", "8", key!)).toBeNull();
  expect(readReviewLettersLink("another secret", readerId!, key!)).toBeNull();
  expect(readReviewLettersLink("secret", readerId!, "")).toBeNull();
});
