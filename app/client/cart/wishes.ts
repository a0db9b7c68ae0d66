import { href } from "#routing/href.ts";
import { maxGuestWishes } from "#shop/people/wishlist/wishlist.ts";
import { setCartNotice } from "./cart-notice.ts";
import { keepOnDevice } from "#app/client/storage/denied-storage.ts";
import { postForm } from "#app/client/post-form.ts";
import { createStore, type Store } from "#app/client/storage/store.ts";

/** What this browser keeps of a wishlist: a guest's own, or a copy of a signed-in reader's. */
interface StoredWishes {
  /** Whose it is: a reader's id, or null for the guest of this device. */
  of: string | null;
  /** When the shop said so, in ms; for a guest 0. */
  at: number;
  /** Newest first. */
  books: string[];
}

/** What `/wishlist/books` answers a script. */
export interface WishAnswer {
  message: string;
  /** Every book the reader wishes for; null or absent when the change was refused. */
  books?: string[] | null;
}

const storageKey = "wishlist";
/** How long a copy is taken for true without asking the shop: other devices may have changed it. */
const freshMs = 10 * 60_000;
const nothing: StoredWishes = { of: null, at: 0, books: [] };
let asked = 0;

/** What this browser knows of the wishlist; empty on the server. */
export const wishes: Store<StoredWishes> = createStore(nothing, (signal) => {
  addEventListener("storage", reread, { signal });
  addEventListener("pageshow", reread, { signal });
  reread();
});

function readerId(): string | null {
  return parse("auth-storage")?.state?.user?.id ?? null;
}

function parse(key: string) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch (error) {
    console.error(`${key} could not be read`, error);
    return null;
  }
}

function store(next: StoredWishes) {
  wishes.set(next);
  keepOnDevice(storageKey, JSON.stringify(next));
}

/** Reads what is kept; a reader's wishes do not stay behind on a device they signed out of, nor show for another. */
function load() {
  const found = parse(storageKey) as StoredWishes | null;
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

/** Wishes for a book, or no more: at once here, then in the account of a reader who is signed in. */
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
 * The wishlist's page shows these books. True when the shop knows better by now: what the guest of this device wished for
 * has joined them after the page was made, from here or from another tab.
 */
export async function syncWishes(shown: string[]): Promise<boolean> {
  const of = readerId();
  load();
  const stored = wishes.get();
  if (of === null || (stored.of === of && stored.books.join() === shown.join())) return false;
  const { books } = await ask("join");
  return books ? books.join() !== shown.join() : false;
}

/** Tells the shop, and brings along what a guest had kept; the newest answer is what is kept then. */
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
