import { expect, test } from "vitest";

import { readDemo } from "#server/demo-data.ts";
import { pickBookEndpaper } from "./book-endpaper.ts";

const named = (theme: ReturnType<typeof pickBookEndpaper>) => `${theme.pattern}-${theme.inks}`;
const by = (id: string) => [{ id }];

test("the books of a series have one endpaper, whoever wrote them", () => {
  const first = pickBookEndpaper({ id: "one", series: { id: "feluda" }, authors: by("ray") });
  expect(pickBookEndpaper({ id: "two", series: { id: "feluda" }, authors: by("gupta") })).toEqual(first);
});

test("the other books of an author have one endpaper, and a book that nobody wrote has its own", () => {
  const first = pickBookEndpaper({ id: "one", series: null, authors: by("ray") });
  expect(pickBookEndpaper({ id: "two", series: null, authors: [...by("ray"), ...by("gupta")] })).toEqual(first);
  const own = pickBookEndpaper({ id: "an-atlas", series: null, authors: [] });
  expect(pickBookEndpaper({ id: "an-atlas", series: null, authors: [] })).toEqual(own);
});

test("every pattern and every ink is used, and no sheet is common", () => {
  const authors = readDemo("authors");
  const sheets = authors.map(({ id }) => pickBookEndpaper({ id: "any", series: null, authors: by(id) }));
  expect(new Set(sheets.map(({ pattern }) => pattern)).size).toBe(6);
  expect(new Set(sheets.map(({ inks }) => inks)).size).toBe(7);
  const most = Math.max(...Array.from(Map.groupBy(sheets, named).values(), ({ length }) => length));
  expect(most).toBeLessThan(authors.length / 12);
});
