import { expect, test } from "vitest";
import { drawPortrait, portraitKey } from "#covers/draw-portrait.ts";
import { readTextBoxes } from "./read-text-boxes.ts";

const names = [
  "Arundhati Roy",
  "M. K. Gandhi",
  "Ursula K. Le Guin",
  "प्रेमचंद",
  "श्रीलाल शुक्ल",
  "फणीश्वरनाथ रेणु",
  "Ngũgĩ wa Thiong’o",
  "Ḿ",
  "bell hooks",
  "வைரமுத்து",
  "",
];

test("the same author always gets the same portrait", () => {
  expect(drawPortrait({ id: "roy", name: "Arundhati Roy" })).toBe(drawPortrait({ id: "roy", name: "Arundhati Roy" }));
  expect(portraitKey({ id: "roy", name: "Arundhati Roy" })).toMatch(/^roy-[0-9a-f]{10}$/);
  expect(portraitKey({ id: "roy", name: "A. Roy" })).not.toBe(portraitKey({ id: "roy", name: "Arundhati Roy" }));
});

test("initials are outlines within the medallion, in any script", () => {
  for (const name of names) {
    for (let seed = 0; seed < 8; seed++) {
      const svg = drawPortrait({ id: `${name}${seed}`, name });
      expect(svg).not.toMatch(/<text|<image|NaN|undefined|Infinity/);
      expect(svg.length).toBeLessThan(120_000);
      for (const { x, y, width, height } of readTextBoxes(svg)) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(130);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(470);
      }
    }
  }
});

test("portraits that were drawn without letters have another name now, all others keep theirs", () => {
  expect(portraitKey({ id: "roy", name: "Arundhati Roy" })).toBe("roy-7bdd7a3fc8");
  expect(portraitKey({ id: "roy", name: "வைரமுத்து" })).not.toBe("roy-65d36a05a6");
});
