/**
 * Keeps the wishlist of this browser, a guest's own or a copy of a signed-in reader's, and synchronises it with the
 * account.
 */
import { href } from "#routing/href.ts";
import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import { setCartNotice } from "./cart-notice.ts";
import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { postForm } from "#app/client/post-form.ts";
import { createStore, type Store } from "#app/client/storage/store.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";

/** Wishlist as `localStorage` keeps it. */
interface StoredWishes {
  /** Id of the reader who owns the wishlist, or null for a guest. */
  of: string | null;
  /** When the shop last confirmed the list, in ms since the epoch; 0 for a guest. */
  at: number;
  /** Book ids, newest first. */
  books: string[];
}

/** JSON response of `/wishlist/books`. */
export interface WishAnswer {
  message: string;
  /** Ids of all books on the reader's wishlist; null or absent when the change was rejected. */
  books?: string[] | null;
}

const storageKey = "wishlist";
/**
 * How long the copy of an account's wishlist counts as fresh, in ms. Then the browser asks the shop, because other
 * devices may have changed the list.
 */
const freshMs = 10 * 60_000;
const nothing: StoredWishes = { of: null, at: 0, books: [] };
let asked = 0;

/** The wishlist that this browser knows; empty on the server. */
export const wishes: Store<StoredWishes> = createStore(nothing, (signal) => {
  addEventListener("storage", reread, { signal });
  addEventListener("pageshow", reread, { signal });
  reread();
});

function readerId(): string | null {
  const stored = parseJson(localStorage.getItem("auth-storage") ?? "null") as {
    state?: { user?: { id?: string } };
  } | null;
  return stored?.state?.user?.id ?? null;
}

function store(next: StoredWishes) {
  wishes.set(next);
  storeOnDevice(storageKey, JSON.stringify(next));
}

/** Loads the stored wishlist, and deletes it if its reader is no longer signed in on this device. */
function load() {
  const found = parseJson(localStorage.getItem(storageKey) ?? "null") as StoredWishes | null;
  const stored = Array.isArray(found?.books) ? found : nothing;
  if (stored.of !== null && stored.of !== readerId()) store(nothing);
  else wishes.set(stored);
}

function reread() {
  load();
  const me = readerId();
  const { of, at } = wishes.get();
  if (me !== null && (of !== me || Date.now() - at > freshMs)) void ask("join");
}

/** Adds a book to the wishlist or removes it, optimistically; for a signed-in reader also in the account. */
export async function toggleWish(bookId: string): Promise<void> {
  const before = wishes.get();
  const isWished = before.books.includes(bookId);
  const isGuest = readerId() === null;
  if (isGuest && !isWished && before.books.length >= maxGuestWishes) {
    return setCartNotice({
      message: "The wishlist on this device is full. Sign in to have room for more.",
      isError: true,
    });
  }
  store({ ...before, books: isWished ? before.books.filter((id) => id !== bookId) : [bookId, ...before.books] });
  if (isGuest) return;
  const { books, message } = await ask(isWished ? "remove" : "add", bookId, before);
  if (books) return;
  store(before);
  setCartNotice({ message, isError: true });
}

/**
 * Synchronises the wishlist page, which shows the books `shown`, with the account. Returns true when the account's list
 * differs, because a guest's wishes were added to it after the page was rendered.
 */
export async function syncWishes(shown: string[]): Promise<boolean> {
  const of = readerId();
  load();
  const stored = wishes.get();
  if (of === null || (stored.of === of && stored.books.join() === shown.join())) return false;
  const { books } = await ask("join");
  return books ? books.join() !== shown.join() : false;
}

/** Sends a change together with the wishes of a guest, and stores the list of the newest response. */
async function ask(intent: "add" | "remove" | "join", bookId = "", had = wishes.get()): Promise<WishAnswer> {
  const of = readerId();
  asked += 1;
  const turn = asked;
  const brought = had.of === null ? had.books.join(" ") : "";
  try {
    const response = await postForm(href("/wishlist/books"), Object.entries({ intent, bookId, brought }));
    const answer = (await response.json()) as WishAnswer;
    if (answer.books && turn === asked) store({ of, at: Date.now(), books: answer.books });
    return answer;
  } catch {
    return { message: "Your wishlist could not be changed. Check your connection and try again." };
  }
}
