/** So long what was typed is kept, in milliseconds: a day after the last stroke. */
export const keptMs = 24 * 60 * 60 * 1000;

const prefix = "desk-typed";

/** What a form held, as it would have been sent. */
export interface KeptForm {
  /** When somebody last typed in it, in milliseconds since 1970. */
  at: number;
  fields: [name: string, value: string][];
}

/** Where forms are kept: the browser's own store of this site. */
export type FormStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keeps what one of the staff typed; `form` names it among all forms of the desk. A full store keeps nothing more. */
export function keepForm(store: FormStore, staffId: number, form: string, kept: KeptForm): void {
  try {
    store.setItem(keyOf(staffId, form), JSON.stringify(kept));
  } catch {
    // The form can be sent all the same.
  }
}

/** What this person typed into a form and did not send; null when there is nothing. */
export function findKeptForm(store: FormStore, staffId: number, form: string): KeptForm | null {
  const text = store.getItem(keyOf(staffId, form));
  return text === null ? null : (JSON.parse(text) as KeptForm);
}

/** Forgets a form: it was taken, or thrown away. */
export function forgetForm(store: FormStore, staffId: number, form: string): void {
  store.removeItem(keyOf(staffId, form));
}

/** Forgets everything that was typed. */
export function forgetAllForms(store: FormStore): void {
  for (const key of keysOf(store)) store.removeItem(key);
}

/** Forgets what is older than a day, and what others typed than whoever is signed in; before the sign-in that is nobody. */
export function sweepForms(store: FormStore, staffId: number | null, now: number): void {
  for (const key of keysOf(store)) {
    const { at } = JSON.parse(store.getItem(key)!) as KeptForm;
    const isAnothers = staffId !== null && !key.startsWith(keyOf(staffId, ""));
    if (isAnothers || now - at >= keptMs) store.removeItem(key);
  }
}

function keyOf(staffId: number, form: string): string {
  return `${prefix} ${staffId} ${form}`;
}

function keysOf(store: FormStore): string[] {
  return Array.from({ length: store.length }, (_, place) => store.key(place)!).filter((key) =>
    key.startsWith(`${prefix} `),
  );
}
