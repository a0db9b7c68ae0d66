import { expect, test } from "vitest";

import { readForms } from "./read-forms.ts";

test("a form has its fields as a browser sends them, and its buttons and choices", () => {
  const html = `<form method="get"><input name="q"/></form><form method="post" class="a">
    <input type="hidden" name="once" value="k&quot;1&amp;"/><input name="carrier" required="" value="India Post"/>
    <input type="radio" name="quote" value="delhivery  5000"/><input type="radio" name="quote" checked="" value="shiprocket 51 1"/>
    <input type="checkbox" name="with-EP-1" value="godan 1"/><input type="checkbox" name="pickup" checked="" value="yes"/>
    <button class="b" name="intent" value="orders.ship">Go</button></form>`;
  expect(readForms(html)[1]).toEqual({
    intents: ["orders.ship"],
    fields: { once: 'k"1&', carrier: "India Post", quote: "shiprocket 51 1", pickup: "yes" },
    choices: ["delhivery  5000", "shiprocket 51 1"],
  });
});
