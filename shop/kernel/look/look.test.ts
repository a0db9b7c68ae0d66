import { expect, test } from "vitest";

import { defaultLook, densities, faces, parseStyle, patterns, writeStyle } from "./look.ts";

test("every look is read as it was written, and nothing else is a look", () => {
  for (const face of faces)
    for (const pattern of patterns)
      for (const density of densities) {
        const look = { colour: "#b0203a", accent: defaultLook.accent, face, pattern, density };
        expect(parseStyle(writeStyle(look))).toEqual(look);
      }
  for (const text of [
    "",
    "4f46e5-d98a1f-comic-jaal-airy",
    "4f46e5-d98a1f-lora-jaal-airy}",
    "red-d98a1f-lora-jaal-airy",
  ])
    expect(parseStyle(text)).toBeNull();
});
