import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { CitedText } from "./cited-text.tsx";

const cite = (text: string, ...titles: string[]) =>
  renderToStaticMarkup(createElement(CitedText, { text, titles })).replaceAll("&amp;", "&");

test("titles in a running text are cited, the longest that fits, and nothing else", () => {
  expect(cite("The Guide won a prize in 1960.", "The Guide", "Malgudi Days")).toBe(
    "<cite>The Guide</cite> won a prize in 1960.",
  );
  expect(cite("First Foundation, then Foundation and Empire.", "Foundation", "Foundation and Empire")).toBe(
    "First <cite>Foundation</cite>, then <cite>Foundation and Empire</cite>.",
  );
  expect(cite("He wrote India After Gandhi.", "India After Gandhi: The History")).toBe(
    "He wrote <cite>India After Gandhi</cite>.",
  );
  expect(cite("Emmanuel read Emma.", "Emma")).toBe("Emmanuel read <cite>Emma</cite>.");
  expect(cite("Is it (What?) or not", "(What?)", "It")).toBe("Is it <cite>(What?)</cite> or not");
  expect(cite("Nothing here", "A (b", "[", "\\")).toBe("Nothing here");
  expect(cite("No titles")).toBe("No titles");
});
