import { expect, test } from "vitest";

import { suggestEmail } from "./suggest-email.ts";

test.each([
  ["meera@gmial.com", "meera@gmail.com"],
  ["meera@gmail.con", "meera@gmail.com"],
  ["meera@gmail.co", "meera@gmail.com"],
  ["meera@gmail", "meera@gmail.com"],
  ["meera@gmailcom", "meera@gmail.com"],
  ["Meera.Nair+books@Gmali.Com", "Meera.Nair+books@gmail.com"],
  ["meera@gamil.com", "meera@gmail.com"],
  ["meera@gmail.in", "meera@gmail.com"],
  ["meera@yaho.com", "meera@yahoo.com"],
  ["meera@yahooo.co.in", "meera@yahoo.co.in"],
  ["meera@hotmial.com", "meera@hotmail.com"],
  ["meera@outlok.com", "meera@outlook.com"],
  ["meera@redifmail.com", "meera@rediffmail.com"],
  ["meera@iclould.com", "meera@icloud.com"],
  ["meera@bookshop.con", "meera@bookshop.com"],
  ["meera@bookshop.cmo", "meera@bookshop.com"],
])("%s was probably meant to be %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  "meera@gmail.com",
  "meera@yahoo.in",
  "meera@ymail.com",
  "meera@mail.com",
  "meera@rediff.com",
  "meera@iitb.ac.in",
  "meera@shop.co",
  "meera@shop.in",
  "meera@shop.co.in",
  "meera@example.com",
  "meera@proton.me",
  "meera",
  "@gmial.com",
  "meera@gmial .com",
  "",
  `meera@${"g".repeat(10_000)}.com`,
])("%s is left as it is", (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
