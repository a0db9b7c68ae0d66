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
  wishlist: {
    title: "Wishlist",
    sentence: "The wishlist is not open yet. Your cart keeps what you put in it, also for another day.",
  },
  "special-offers": {
    title: "Special Offers",
    sentence: "The bundles are still being tied. Every book is here one by one.",
  },
  "reading-list": {
    title: "Reading list",
    sentence: "This list is still being written by hand. The shelves it draws on are open.",
  },
  about: {
    title: "About",
    sentence: "The story of the shop is not written down yet. The books speak for it until then.",
  },
  contact: { title: "Contact", sentence: "The letter box is not hung yet. It will be on this page." },
  faq: {
    title: "Frequently asked questions",
    sentence: "We are still collecting the questions. Prices, stock and delivery are shown before you pay.",
  },
  shipping: {
    title: "Shipping",
    sentence: "The delivery page is being written. Your cart shows what delivery costs before you pay.",
  },
  returns: { title: "Returns", sentence: "The page on returns is being written." },
  "privacy-policy": {
    title: "Privacy policy",
    sentence: "The privacy policy is being written. The shop keeps no more than your cart until you order.",
  },
  "terms-of-service": { title: "Terms of service", sentence: "The terms are being written." },
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
