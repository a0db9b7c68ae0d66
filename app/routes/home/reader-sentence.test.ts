import { expect, test } from "vitest";

import { readerSentences } from "./reader-sentence.ts";

const review = { bookId: "kim", name: "Asha", isSample: false };

test("a caption is one whole sentence of the best review that begins with a short one", () => {
  const long = `It ${"goes on and ".repeat(12)}on. Short.`;
  expect(
    readerSentences([
      { ...review, body: long },
      { ...review, body: "I read R. K. Narayan after it. Then again." },
      { ...review, body: "Later." },
      { ...review, bookId: "emma", body: long },
    ]),
  ).toEqual({ kim: { words: "I read R. K. Narayan after it.", name: "Asha" } });
});
