/**
 * Banner at the foot of the window: how old a cached page is, which books are queued, and the result of sending them.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { href } from "#routing/href.ts";
import { CloseIcon } from "#ui/icons.tsx";
import { longDay, timeOfDay } from "#shop/kernel/dates/dates.ts";
import { readCartQueue, syncCartQueue, type CartSyncResult } from "./cart-queue.ts";
import { cartQueueChanged } from "./cart-queue-changed.ts";

const retryMs = 20_000;

/** Renders the banner into an element of its own, so that cached pages need not contain it. */
export function renderConnectionBanner(): void {
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(<OfflineLine />);
}

function OfflineLine() {
  const isOnline = useBrowser(["online", "offline"], () => navigator.onLine);
  const waiting = useBrowser([cartQueueChanged, "storage"], () => localStorage.getItem("cart-queue"));
  const cachedAt = useBrowser(["page-shown"], () => document.documentElement.dataset.cached ?? "");
  const pathname = useBrowser(["page-shown"], () => location.pathname);
  const [news, setNews] = useState<CartSyncResult | null>(null);
  const isWaiting = waiting !== null;

  useEffect(() => {
    if (!isOnline || !isWaiting) return;
    const send = async () => {
      const came = await syncCartQueue();
      if (!came) return;
      setNews(came);
    };
    void send();
    const timer = setInterval(send, retryMs);
    return () => clearInterval(timer);
  }, [isOnline, isWaiting]);

  const titles = waiting
    ? readCartQueue().map(({ title, copies }) => (copies > 1 ? `${title} (${copies})` : title))
    : [];
  const isSaid = news || titles.length > 0 || (pathname !== href("/offline") && (!isOnline || cachedAt));
  if (!isSaid) return null;
  return (
    <aside aria-label="Connection" className="connection-banner">
      <div role="status" className="min-w-0 flex-1">
        {news ? (
          <News news={news} />
        ) : (
          <>
            {pathname !== href("/offline") && <p>{describeConnection(isOnline, cachedAt)}</p>}
            {titles.length > 0 && <p>Waiting to go into your cart: {titles.join(", ")}.</p>}
          </>
        )}
      </div>
      {!news && isOnline && cachedAt && (
        <button type="button" onClick={() => location.reload()} className="link min-h-11 font-semibold">
          Show the current page
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

function News({ news }: { news: CartSyncResult }) {
  const { books } = news;
  return (
    <>
      <p className="font-semibold">{describeOutcome(news)}</p>
      {books.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {books.map(({ title, words }) => (
            <li key={title}>
              <cite className="font-display">{title}</cite>
              {words.length > 0 && <span>{`: ${words.join(" ")}`}</span>}
            </li>
          ))}
        </ul>
      )}
      <a href={href("/cart")} className="link mt-1 inline-flex min-h-8 items-center font-semibold">
        View your cart
      </a>
    </>
  );
}

function describeOutcome({ outcome, added, books }: CartSyncResult): string {
  if (outcome === "parted" && books.length > 0)
    return "You are signed out, so these books were not added to your cart.";
  if (outcome === "parted") return "Books that a reader chose offline on this device were not added to a cart.";
  if (outcome === "unsure")
    return "The connection was lost while these books were being added. Please check whether they are in your cart.";
  if (added === 0) return "You are online again. The books you chose could not be added to your cart.";
  return added === 1
    ? "You are online again. The book you chose is in your cart."
    : `You are online again. The ${added} books you chose are in your cart.`;
}

function describeConnection(isOnline: boolean, cachedAt: string): string {
  if (!cachedAt) return isOnline ? "" : "You are offline. You can still read the pages you have opened before.";
  return `${isOnline ? "" : "You are offline. "}You see this page as it was ${formatTime(new Date(Number(cachedAt)))}.`;
}

function formatTime(moment: Date): string {
  const isToday = longDay(moment) === longDay(Date.now());
  return `${isToday ? "" : `on ${longDay(moment)} `}at ${timeOfDay(moment)}`;
}

/** Subscribes to a value of the browser that is read again at these events. */
function useBrowser<Value>(events: string[], read: () => Value): Value {
  return useSyncExternalStore((listener) => {
    for (const name of events) addEventListener(name, listener);
    return () => {
      for (const name of events) removeEventListener(name, listener);
    };
  }, read);
}
