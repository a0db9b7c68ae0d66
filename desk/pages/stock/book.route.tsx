/** The desk's page of one book's stock: copies, reservations, movements, and the forms that correct them. */
import { data } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { may } from "#shop/people/staff/roles.ts";
import { findBookStock, listMoves } from "#shop/office/stock-room/book-stock.server.ts";
import { listLots } from "#shop/office/stock-room/lots/lots.server.ts";
import { findPlannedMrp } from "#shop/office/stock-room/lots/planned-mrps.server.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { bookStockActions } from "./book-actions.server.ts";
import { CorrectionForm, LevelForm, PlaceForm } from "./book-forms.tsx";
import { Lots, MrpPlan } from "./lots.tsx";
import { Moves } from "./moves.tsx";
import { StockNav } from "./stock-nav.tsx";

import type { Route } from "./+types/book.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "stock" });
  const { db } = args.context.get(servicesContext);
  const id = (args.params.book ?? "").slice(0, 200);
  const given = new URL(args.request.url).searchParams.get("before") ?? "";
  const before = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  const [book, { moves, isCut }, lots, plan] = await Promise.all([
    findBookStock(db, id),
    listMoves(db, id, before),
    listLots(db, id),
    findPlannedMrp(db, id),
  ]);
  if (!book) throw data("There is no such book.", { status: 404 });
  const [maySeeOrders, maySeeBooks] = [may(staff.role, "orders"), may(staff.role, "books")];
  const maySeeImports = may(staff.role, "imports");
  return { book, moves, isCut, before, lots, plan, maySeeOrders, maySeeBooks, maySeeImports };
}

export function action(args: Route.ActionArgs) {
  const to = deskHref("/stock/books/:book", { book: args.params.book });
  return answerAction(args, bookStockActions, (_, answer) => redirectWithFlash(args.request, to, answer));
}

export const meta = () => [{ title: "Copies of a book" }];

export default function BookStock({ loaderData, actionData }: Route.ComponentProps) {
  const { book, moves, isCut, before, lots, plan, maySeeOrders, maySeeBooks, maySeeImports } = loaderData;
  const trouble = actionData ?? null;
  const { bookId, title, author, format, isbn13, isListed, onHand, held, toPack, soldOnShelf, arriving, waiting } =
    book;
  const parts: [label: string, copies: number, hint: string][] = [
    ["On the shelf", onHand + soldOnShelf, "the number to count"],
    ["For sale", onHand - held, "what readers can buy"],
    ["Reserved", held, "for orders that wait for payment"],
    ["Sold", soldOnShelf, "in no parcel yet"],
  ];
  const others = [
    `${onHand} on hand: for sale and reserved`,
    toPack > soldOnShelf && `${toPack - soldOnShelf} more packed, and not sent yet`,
    arriving > 0 && `${arriving} arriving: ordered, or scanned in deliveries`,
    waiting > 0 && formatCount(waiting, "reader waits", "readers wait"),
  ].filter(Boolean);
  const link = { book: bookId };
  return (
    <div className="desk-page">
      <StockNav />
      {maySeeBooks && (
        <BackLink to={deskHref("/books/:book", link)} lang={detectLanguage(title)}>
          {title}
        </BackLink>
      )}
      <h1 className="text-h3">
        Copies of <cite lang={detectLanguage(title)}>{title}</cite>
      </h1>
      <p className="text-quiet">
        {[author, isKeyOf(formatNames, format) && formatNames[format], isbn13].filter(Boolean).join(", ")}
        {!isListed && <span>. It is hidden from readers.</span>}
      </p>
      <ActionBanner trouble={trouble} />
      <dl className="desk-card mt-4 flex flex-wrap gap-x-8 gap-y-3 p-4">
        {parts.map(([label, copies, hint], place) => (
          <div key={label} className={place === 0 ? undefined : `desk-term ${place === 1 ? "desk-term-equals" : ""}`}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-h3 tabular-nums">{copies}</dd>
            <dd className="text-small text-quiet">{hint}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-quiet">{`${others.join("; ")}.`}</p>
      {plan && <MrpPlan book={bookId} plan={plan} mayPrice={maySeeBooks} />}
      <div className="mt-6 grid gap-6 md:grid-cols-3">
        <CorrectionForm
          // A new count resets the form.
          key={`${onHand} ${moves[0]?.id}`}
          book={book}
          trouble={trouble?.action === "stock.correct" ? trouble : null}
        />
        <PlaceForm
          key={`place ${book.place}`}
          book={book}
          trouble={trouble?.action === "stock.set-place" ? trouble : null}
        />
        <LevelForm
          key={`level ${book.lowLevel}`}
          book={book}
          trouble={trouble?.action === "stock.set-level" ? trouble : null}
        />
      </div>
      {lots.length > 0 && <Lots lots={lots} onHand={onHand} />}
      <section aria-labelledby="moves" className="mt-8">
        <h2 id="moves" className="text-title">
          Stock movements
        </h2>
        <Moves moves={moves} isFirst={before === null} maySeeOrders={maySeeOrders} maySeeImports={maySeeImports} />
        <Pager
          newest={before === null ? null : deskHref("/stock/books/:book", link)}
          older={isCut ? deskHref("/stock/books/:book", { ...link, before: moves.at(-1)?.id }) : null}
        />
      </section>
    </div>
  );
}
