/** Page of the books that the reader bought, as spines on shelves; each opens at its bookplate. */
import { Link, redirect } from "react-router";

import { AccountLayout } from "#app/components/account-layout.tsx";
import { NothingBought } from "#app/components/nothing-bought.tsx";
import { detectLanguage } from "#app/display/detect-language.ts";
import { pageTitle } from "#app/display/page-title.ts";
import { servicesContext } from "#app/http/context.ts";
import { requireReader } from "#app/session/visitor.server.ts";
import { href } from "#routing/href.ts";
import { listBoughtBooks, type BoughtBook } from "#shop/sales/orders/list-bought-books.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = requireReader(context);
  const after = new URL(request.url).searchParams.get("after");
  const shelf = await listBoughtBooks(context.get(servicesContext).db, reader.id, after);
  if (!shelf) throw redirect(href("/account/shelf"));
  return { ...shelf, isFirst: after === null };
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [pageTitle(matches, "My shelf"), { name: "robots", content: "noindex" }];
}

export default function ShelfPage({ loaderData: { books, next, isFirst } }: Route.ComponentProps) {
  if (books.length === 0 && isFirst) {
    return (
      <AccountLayout title="My shelf">
        <NothingBought title="Your shelf is waiting" endpaper={{ pattern: "jaal", inks: "chai" }}>
          Every book you buy will stand here by its spine, and open at its bookplate.
        </NothingBought>
      </AccountLayout>
    );
  }
  return (
    <AccountLayout
      title="My shelf"
      words="Everything you bought here, the newest first. A book opens at its bookplate."
    >
      {books.length === 0 ? (
        <p className="mt-8 text-lead">Your shelf ends here.</p>
      ) : (
        <ol className="spines">
          {books.map((book) => (
            <Spine key={`${book.orderNumber} ${book.bookId}`} {...book} />
          ))}
        </ol>
      )}
      {(!isFirst || next !== null) && (
        <nav aria-label="Shelves" className="mt-8 flex flex-wrap gap-3">
          {!isFirst && (
            <ButtonLink to={href("/account/shelf")} variant="outline">
              The newest books
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink to={href("/account/shelf", { after: next })} variant="outline">
              Older books
            </ButtonLink>
          )}
        </nav>
      )}
    </AccountLayout>
  );
}

function Spine({ orderNumber, bookId, title, author, spine }: BoughtBook) {
  const name = author ? `${title}, ${author}` : title;
  return (
    <li>
      <Link
        to={href("/orders/:orderNumber/bookplates/:bookId", { orderNumber, bookId })}
        title={name}
        lang={detectLanguage(title)}
      >
        <img
          src={spine.path}
          width={spine.width}
          height={spine.height}
          alt={name}
          decoding="async"
          data-title={title}
        />
      </Link>
    </li>
  );
}
