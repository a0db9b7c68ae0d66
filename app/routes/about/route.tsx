/** Page that presents the shop and its seller. */
import { BookShelf } from "#app/components/shelves/book-shelf.tsx";
import { describePage } from "#app/display/page-title.ts";
import { Facts } from "#app/content/blocks.tsx";
import { sellerFacts } from "#app/content/shop-facts.ts";
import { inParagraphs } from "#app/content/content-page.ts";
import { ContentOpening } from "#app/content/content-layout.tsx";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeShop } from "#app/structured-data/shop.ts";
import { href } from "#routing/href.ts";
import { countCatalogue } from "#shop/catalogue/listings/count-catalogue.server.ts";
import { listFeaturedBooks } from "#shop/catalogue/books/lists.server.ts";
import { ButtonLink } from "#ui/button.tsx";

import type { Route } from "./+types/route";
import { Beliefs } from "./beliefs.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext);
  const [counts, books] = await Promise.all([countCatalogue(db), listFeaturedBooks(db, 5)]);
  context.get(documentHeadContext).graph.push(describeShop(settings));
  return {
    name: settings.name,
    lead: settings.words.aboutLead,
    url: settings.publicUrl + href("/about"),
    booksellerText: inParagraphs(settings.words.about),
    seller: sellerFacts(settings),
    counts,
    books,
  };
}

export function meta({ loaderData: { name, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = `What ${name} is, what it believes about selling books, and who we are.`;
  return describePage(matches, { title: "About", description, url });
}

export default function About({
  loaderData: { name, lead, booksellerText, seller, counts, books },
}: Route.ComponentProps) {
  return (
    <>
      <div className="page pt-8 lg:pt-12">
        <ContentOpening
          title={`About ${name}`}
          lead={
            lead ??
            "An endpaper is the patterned sheet inside the cover of a good book: the first thing you see when you open it, and the last. No story needs it. Somebody put it there because they cared. That is the kind of shop this wants to be."
          }
        />
        {booksellerText && (
          <div className="mt-10 grid bg-sunk px-4 py-10 sm:px-10 sm:py-16 lg:mt-16">
            <section aria-labelledby="bookseller" className="label prose px-7 py-9 sm:px-12 sm:py-12">
              <h2 id="bookseller">From the bookseller</h2>
              {booksellerText.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          </div>
        )}
        <Beliefs />
      </div>
      {books.length > 0 && (
        <section aria-labelledby="shelves" className="page pt-20 lg:pt-28">
          <div className="mb-10 gap-x-16 lg:grid lg:grid-cols-12">
            <h2 id="shelves" className="text-h2 lg:col-span-5">
              What stands on the shelves
            </h2>
            <p className="mt-3 max-w-measure text-lead lg:col-span-7 lg:mt-0">
              {countLabel(counts)} The covers are drawn by the shop itself, each from its book’s title, author and kind;
              none pretends to be the publisher’s.
            </p>
          </div>
          <BookShelf books={books} columns={5} />
        </section>
      )}
      <section aria-labelledby="who" className="page pt-20 lg:pt-28">
        <div className="gap-x-16 border-t border-line pt-10 lg:grid lg:grid-cols-12">
          <div className="lg:col-span-5">
            <h2 id="who" className="text-h2">
              Who we are
            </h2>
            <p className="mt-4 max-w-measure">
              A bookseller, who chooses the books, packs the parcels and answers what you write.
            </p>
            <p className="mt-6">
              <ButtonLink to={href("/contact")} variant="outline">
                Write to us
              </ButtonLink>
            </p>
          </div>
          <div className="prose max-lg:mt-8 lg:col-span-7">
            <Facts facts={seller} />
          </div>
        </div>
      </section>
    </>
  );
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const inWords = new Intl.ListFormat("en", { type: "conjunction" });

function countLabel({ books, authors, languages }: Route.ComponentProps["loaderData"]["counts"]): string {
  const named = inWords.format(languages.map((language) => languageNames.of(language) ?? language));
  return `${books} books by ${authors} writers, in ${named}, chosen one by one.`;
}
