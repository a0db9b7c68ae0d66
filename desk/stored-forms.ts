import { parseJson } from "#shop/kernel/text/parse-json.ts";

/** How long input is kept after the last keystroke: 24 hours, in milliseconds. */
export const keptMs = 24 * 60 * 60 * 1000;

const prefix = "desk-typed";

/** The unsent input of a form. */
export interface StoredForm {
  /** Time of the last keystroke, in milliseconds since 1970. */
  at: number;
  /** The entries of the form, as they would be sent. */
  fields: [name: string, value: string][];
}

/** The methods of `localStorage` that are used here. */
export type FormStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Stores a form's input. `form` identifies it among all forms of the desk. If the store is full, nothing is stored. */
export function keepForm(store: FormStore, staffId: number, form: string, kept: StoredForm): void {
  try {
    store.setItem(keyOf(staffId, form), JSON.stringify(kept));
  } catch {
    // Without the stored input, the form can still be sent.
  }
}

/** The unsent input of this person in a form; null if there is none. */
export function findStoredForm(store: FormStore, staffId: number, form: string): StoredForm | null {
  return readStoredForm(store, keyOf(staffId, form));
}

/** Deletes the stored input of a form that was accepted or discarded. */
export function forgetForm(store: FormStore, staffId: number, form: string): void {
  store.removeItem(keyOf(staffId, form));
}

/** Deletes the stored input of all forms. */
export function forgetAllForms(store: FormStore): void {
  for (const key of keysOf(store)) store.removeItem(key);
}

/**
 * Deletes forms that are unreadable or older than `keptMs`, and forms of other people than `staffId`. Before the
 * sign-in, `staffId` is null and other people's forms stay. `now` is in milliseconds since 1970.
 */
export function sweepForms(store: FormStore, staffId: number | null, now: number): void {
  for (const key of keysOf(store)) {
    const stored = readStoredForm(store, key);
    const isAnothers = staffId !== null && !key.startsWith(keyOf(staffId, ""));
    if (!stored || isAnothers || now - stored.at >= keptMs) store.removeItem(key);
  }
}

function readStoredForm(store: FormStore, key: string): StoredForm | null {
  const stored = parseJson(store.getItem(key) ?? "null");
  return isStoredForm(stored) ? stored : null;
}

function isStoredForm(stored: unknown): stored is StoredForm {
  return (
    typeof stored === "object" &&
    stored !== null &&
    "at" in stored &&
    typeof stored.at === "number" &&
    "fields" in stored &&
    Array.isArray(stored.fields)
  );
}

function keyOf(staffId: number, form: string): string {
  return `${prefix} ${staffId} ${form}`;
}

function keysOf(store: FormStore): string[] {
  return Array.from({ length: store.length }, (_, place) => store.key(place) ?? "").filter((key) =>
    key.startsWith(`${prefix} `),
  );
}
