import { useEffect, useState, useSyncExternalStore } from "react";

import { pageTitle } from "#app/components/page-title.ts";
import { listKept, type KeptPage } from "#app/offline/list-kept.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "You are offline"), { name: "robots", content: "noindex" }];
}

/** What the service worker shows for a page that this device does not keep; it is the same for every such page. */
export default function OfflinePage() {
  const from = useSyncExternalStore(neverChanges, readFrom, () => null);
  const [kept, setKept] = useState<{ own: KeptPage[]; books: KeptPage[] }>({ own: [], books: [] });

  useEffect(() => {
    if (from === null) return;
    const goOn = () => location.replace(from);
    // A page without the mark came from the shop itself: there is a connection.
    if (document.documentElement.dataset.kept === undefined) return goOn();
    void listKept().then(setKept);
    addEventListener("online", goOn);
    return () => removeEventListener("online", goOn);
  }, [from]);

  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="jali" inks="river" className="grid px-4 py-14 sm:px-10 sm:py-20">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h1 className="text-h1">You are offline</h1>
          <p className="mt-4 text-lead">
            This page was not opened on this device before, so there is no copy of it here. It opens by itself when you
            are online again.
          </p>
          <p className="mt-6">
            <ButtonLink to={from ?? "/"} reloadDocument>
              Try again
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
      <KeptList title="Yours, as you last saw it" pages={kept.own} />
      <KeptList title="Books you can read about now" pages={kept.books} />
    </div>
  );
}

/** The page that was wanted; null when this one was. */
function readFrom(): string | null {
  const from = new URLSearchParams(location.search).get("from");
  const url = from === null ? null : URL.parse(from, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : null;
}

function neverChanges() {
  return () => {};
}

function KeptList({ title, pages }: { title: string; pages: KeptPage[] }) {
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
