import { useMatches } from "react-router";

import { pageTitle } from "#app/components/page-title.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Endpaper } from "#ui/endpaper.tsx";

import type { Route } from "./+types/soon";

interface Words {
  title: string;
  sentence: string;
}

const pages: Record<string, Words> = {
  orders: {
    title: "Orders",
    sentence: "Your list of orders opens together with accounts. Until then, use the link in your order mail.",
  },
  "special-offers": {
    title: "Special Offers",
    sentence: "The bundles are still being tied. Every book is here one by one.",
  },
};

const unknown: Words = { title: "Not open yet", sentence: "This part of the shop is still being fitted out." };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, wordsFor(matches).title), { name: "robots", content: "noindex" }];
}

/** A page of the shop that is not open yet, said honestly. */
export default function Soon() {
  const { title, sentence } = wordsFor(useMatches());
  return (
    <div className="page pt-8 lg:pt-12">
      <Endpaper pattern="buti" inks="neem" className="grid px-4 py-14 sm:px-10 sm:py-20 lg:py-28">
        <div className="label max-w-measure px-7 py-9 sm:px-12 sm:py-12">
          <h1 className="text-h1">{title}</h1>
          <p className="mt-4 text-lead">{sentence}</p>
          <p className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to="/categories">Browse the shelves</ButtonLink>
            <ButtonLink to="/" look="outline">
              Return to homepage
            </ButtonLink>
          </p>
        </div>
      </Endpaper>
    </div>
  );
}

function wordsFor(matches: readonly ({ id: string } | undefined)[]): Words {
  return pages[matches.at(-1)?.id ?? ""] ?? unknown;
}
