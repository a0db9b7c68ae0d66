/** Offline page: the service worker serves it for every page that is not in the cache. */
import { useEffect, useState, useSyncExternalStore } from "react";

import { pageTitle } from "#app/display/page-title.ts";
import { listCachedPages, type CachedPageLink } from "#app/offline/list-cached-pages.ts";
import { safeNext } from "#app/http/safe-next.ts";
import { href } from "#routing/href.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";

/** How often the page checks whether the shop is reachable, in ms; browsers only know whether there is a network. */
const askEveryMs = 4_000;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "The shop is out of reach"), { name: "robots", content: "noindex" }];
}

export default function OfflinePage() {
  const from = useSyncExternalStore(neverChanges, readFrom, () => null);
  const isOnline = useSyncExternalStore(
    listenToConnection,
    () => navigator.onLine,
    () => false,
  );
  const [cached, setCached] = useState<{ own: CachedPageLink[]; books: CachedPageLink[] }>({ own: [], books: [] });

  useEffect(() => {
    if (from === null) return;
    // A document without the mark came from the server, so the shop is reachable.
    if (document.documentElement.dataset.cached === undefined) return location.replace(from);
    void listCachedPages().then(setCached);
    const ask = () =>
      fetch(href("/cart/catch-up")).then(
        ({ ok }) => ok && location.replace(from),
        () => {},
      );
    const timer = setInterval(ask, askEveryMs);
    addEventListener("online", ask);
    return () => {
      clearInterval(timer);
      removeEventListener("online", ask);
    };
  }, [from]);

  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="jali" inks="river" className="grid px-4 py-14 sm:px-10 sm:py-20">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h1 className="text-h1">{isOnline ? "The shop is out of reach" : "You are offline"}</h1>
          <p className="mt-4 text-lead">
            You have not opened this page on this device before, so there is no copy of it here. It opens automatically
            when
            <span>{isOnline ? " the shop can be reached" : " you are online"}</span> again.
          </p>
          <p className="mt-6">
            <ButtonLink to={from ?? href("/")} reloadDocument>
              Try again
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
      <CachedList title="Your pages, as you last saw them" pages={cached.own} />
      <CachedList title="Books you can read about now" pages={cached.books} />
    </div>
  );
}

/** Returns the path of the requested page; null when the offline page itself was requested. */
function readFrom(): string | null {
  const from = new URLSearchParams(location.search).get("from");
  return from === null ? null : safeNext(from, location.origin);
}

function neverChanges() {
  return () => {};
}

function listenToConnection(listener: () => void) {
  for (const name of ["online", "offline"]) addEventListener(name, listener);
  return () => {
    for (const name of ["online", "offline"]) removeEventListener(name, listener);
  };
}

function CachedList({ title, pages }: { title: string; pages: CachedPageLink[] }) {
  if (pages.length === 0) return null;
  return (
    <section className="mt-12 max-w-measure">
      <h2 className="text-h3">{title}</h2>
      <ul className="mt-3 border-t border-line">
        {pages.map((page) => (
          <li key={page.path} className="border-b border-line">
            <a href={page.path} className="flex min-h-12 items-center py-2 text-title hover:text-action">
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
