import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useRevalidator } from "react-router";

import { CloseIcon } from "#ui/icons.tsx";
import { laterChanged, readLater, sendLater, type LaterNews } from "./cart-later.ts";

const retryMs = 20_000;
const clock = new Intl.DateTimeFormat("en-IN", { timeStyle: "short", hour12: false });
const day = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "long" });

/** A quiet line at the foot of the window: how old the page is, what waits for a connection, and what came of it. */
export function OfflineLine() {
  const isOnline = useSyncExternalStore(
    (listener) => listen(["online", "offline"], listener),
    () => navigator.onLine,
  );
  const waiting = useSyncExternalStore(
    (listener) => listen([laterChanged, "storage"], listener),
    () => localStorage.getItem("cart-later"),
  );
  const { key, pathname } = useLocation();
  const keptAt = useKeptAt(key);
  const { revalidate } = useRevalidator();
  const [news, setNews] = useState<LaterNews | null>(null);

  useEffect(() => {
    if (!isOnline || !waiting) return;
    const send = async () => {
      const came = await sendLater();
      if (!came) return;
      setNews(came);
      if (pathname === "/cart") await revalidate();
    };
    void send();
    const timer = setInterval(send, retryMs);
    return () => clearInterval(timer);
  }, [isOnline, waiting]);

  const titles = waiting ? readLater().map(({ title, copies }) => (copies > 1 ? `${title} (${copies})` : title)) : [];
  const isSaid = news || titles.length > 0 || (pathname !== "/offline" && (!isOnline || keptAt));
  if (!isSaid) return null;
  return (
    <aside aria-label="Connection" className="offline-line">
      <div role="status" className="min-w-0 flex-1">
        {news ? (
          <News news={news} />
        ) : (
          <>
            {pathname !== "/offline" && <p>{sayState(isOnline, keptAt)}</p>}
            {titles.length > 0 && <p>Waiting to go into your cart: {titles.join(", ")}.</p>}
          </>
        )}
      </div>
      {!news && isOnline && keptAt && (
        <button type="button" onClick={() => location.reload()} className="link min-h-11 font-semibold">
          Show it as it is now
        </button>
      )}
      {news && (
        <button
          type="button"
          onClick={() => setNews(null)}
          aria-label="Close this message"
          className="-my-1 -mr-2.5 grid size-11 shrink-0 place-items-center text-quiet hover:text-ink"
        >
          <CloseIcon className="size-5" />
        </button>
      )}
    </aside>
  );
}

/** When the page's document was made, in ms, if it is a kept copy; what came after it is from the shop. */
function useKeptAt(key: string): string {
  const [first] = useState({ key, keptAt: document.documentElement.dataset.kept ?? "" });
  return first.key === key && document.documentElement.dataset.kept !== undefined ? first.keptAt : "";
}

function News({ news: { added, isUnsure, books } }: { news: LaterNews }) {
  return (
    <>
      <p className="font-semibold">{sayAdded(added, isUnsure)}</p>
      {books.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {books.map(({ title, words }) => (
            <li key={title}>
              <cite className="font-display">{title}</cite>
              {words.length > 0 && `: ${words.join(" ")}`}
            </li>
          ))}
        </ul>
      )}
      <a href="/cart" className="link mt-1 inline-flex min-h-8 items-center font-semibold">
        View your cart
      </a>
    </>
  );
}

function sayAdded(added: number, isUnsure: boolean): string {
  if (isUnsure) return "The connection broke off while these went to your cart. Please look whether they are there.";
  if (added === 0) return "You are online again. What you chose could not be put in your cart.";
  return added === 1
    ? "You are online again. The book you chose is in your cart."
    : `You are online again. The ${added} books you chose are in your cart.`;
}

function sayState(isOnline: boolean, keptAt: string): string {
  if (!keptAt) return isOnline ? "" : "You are offline. What you have opened before can still be read.";
  return `${isOnline ? "" : "You are offline. "}This is how it was ${sayTime(new Date(Number(keptAt)))}.`;
}

function sayTime(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  return `${isToday ? "" : `on ${day.format(moment)} `}at ${clock.format(moment)}`;
}

function listen(names: string[], listener: () => void): () => void {
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}
