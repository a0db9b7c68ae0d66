import { expect, test } from "vitest";

import { parseReview } from "./review-form.ts";
import { shownName } from "./review.ts";

const good = { rating: "5", title: "Good", body: "I read it twice.", name: "Asha R." };

function parse(change: Record<string, string | null> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...change })) if (value !== null) form.set(name, value);
  return parseReview(form);
}

test("plain words in any script come through, with their paragraphs and without marks nobody sees", () => {
  const body = "  गोदान पढ़ा।\r\n\r\n\r\n\r\nIt's 4.5/5: slow,\u202e but true.\u0000 ";
  expect(parse({ body, title: "", name: " आशा\u200b  र. " })).toEqual({
    ok: true,
    words: { rating: 5, title: "", body: "गोदान पढ़ा।\n\nIt's 4.5/5: slow, but true.", name: "आशा र." },
  });
  expect(parse({ title: null })).toMatchObject({ ok: true, words: { title: "" } });
});

test("each field that is wrong says so by itself", () => {
  for (const rating of [null, "", "0", "6", "4.5", "five"])
    expect(parse({ rating }), String(rating)).toEqual({
      ok: false,
      errors: { rating: "Choose how many stars you give." },
    });
  expect(parse({ body: " \u200b\n", name: "" })).toEqual({
    ok: false,
    errors: { body: "Write what you think of the book.", name: "Enter the name to show." },
  });
  expect(parse({ body: "x".repeat(4001), title: "x".repeat(121), name: "x".repeat(41) })).toEqual({
    ok: false,
    errors: {
      body: "Keep it under 4,000 characters.",
      title: "Keep it under 120 characters.",
      name: "Keep it under 40 characters.",
    },
  });
});

test.each(["See https://x.test", "www.x.test", "me@x.test", "Cheap at books.com today", "shop.co.in has it"])(
  "%j is not taken, because it leads elsewhere",
  (words) => {
    for (const field of ["title", "body", "name"])
      expect(parse({ [field]: words })).toEqual({
        ok: false,
        errors: { [field]: "Please leave out web and e-mail addresses." },
      });
  },
);

test.each(["A.K. Ramanujan's best.It shows.", "Vol. 2, pp. 3-4; ratio 3:1 and/or", "R.K.Narayan"])(
  "%j leads nowhere and is taken",
  (body) => expect(parse({ body }).ok).toBe(true),
);

test("the name to begin with is the first, and one letter of the last", () => {
  expect(["Asha Rao", "Asha", "Asha Devi Rao ", "आशा राव", "A".repeat(60)].map(shownName)).toEqual([
    "Asha R.",
    "Asha",
    "Asha R.",
    "आशा रा.",
    "A".repeat(40),
  ]);
});
