import { expect, test } from "vitest";

import {
  findStoredForm,
  forgetAllForms,
  forgetForm,
  keepForm,
  keptMs,
  sweepForms,
  type FormStore,
} from "./stored-forms.ts";

/** A fake of `localStorage`; a value may have at most `room` characters. */
function openStore(room = Infinity): FormStore {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (place) => [...held.keys()][place] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException("Full.", "QuotaExceededError");
      held.set(key, value);
    },
    removeItem: (key) => void held.delete(key),
  };
}

const at = Date.parse("2026-11-22T10:00:00Z");
const note = { at, fields: [["words", "Rings on Monday"]] as [string, string][] };

test("what somebody typed is theirs for a day, and nobody else's who signs in at this browser", () => {
  const store = openStore();
  keepForm(store, 1, "/orders/EP-1 intent=orders.note", note);
  keepForm(store, 12, "/orders/EP-1 intent=orders.note", { at, fields: [["words", "Another's"]] });
  store.setItem("desk-single-keys-off", "yes");
  sweepForms(store, null, at + keptMs - 1);
  expect(store.length).toBe(3);
  sweepForms(store, 1, at + keptMs - 1);
  expect(findStoredForm(store, 1, "/orders/EP-1 intent=orders.note")).toEqual(note);
  expect(findStoredForm(store, 12, "/orders/EP-1 intent=orders.note")).toBeNull();
  sweepForms(store, 1, at + keptMs);
  expect(findStoredForm(store, 1, "/orders/EP-1 intent=orders.note")).toBeNull();
  expect(store.getItem("desk-single-keys-off")).toBe("yes");
});

test("a form that was taken is forgotten alone, a sign-out forgets all, and nothing else of the browser", () => {
  const store = openStore();
  for (const form of ["a", "b", "c"]) keepForm(store, 1, form, note);
  store.setItem("desk-single-keys-off", "yes");
  forgetForm(store, 1, "b");
  expect(["a", "b", "c"].map((form) => findStoredForm(store, 1, form))).toEqual([note, null, note]);
  forgetAllForms(store);
  expect(store.length).toBe(1);
});

test("a full store drops the form without an error", () => {
  const store = openStore(100);
  keepForm(store, 1, "long", { at, fields: [["words", "x".repeat(200)]] });
  expect(findStoredForm(store, 1, "long")).toBeNull();
});

test("a stored form that cannot be read counts as none, and is swept away alone", () => {
  const store = openStore();
  keepForm(store, 1, "whole", note);
  const unreadable = ["{", "null", "[]", '{"at":"yesterday","fields":[]}', `{"at":${at}}`];
  for (const [place, text] of unreadable.entries()) store.setItem(`desk-typed 1 ${place}`, text);
  expect(unreadable.map((_, place) => findStoredForm(store, 1, String(place)))).toEqual(unreadable.map(() => null));
  sweepForms(store, 1, at);
  expect(store.length).toBe(1);
  expect(findStoredForm(store, 1, "whole")).toEqual(note);
});
