import { AddTogether } from "#app/components/books/add-together.tsx";
import type { Bundle } from "#shop/catalogue/books/bundles.server.ts";

/** Button that adds a bundle to the cart, or the list of its sold-out books. */
export function AddBundle({ bundle }: { bundle: Bundle }) {
  if (!bundle.isAvailable) return <SoldOut bundle={bundle} />;
  return (
    <AddTogether
      fields={{ intent: "add-bundle", bundleId: bundle.id }}
      name={bundle.name}
      bookIds={bundle.books.map(({ id }) => id)}
      label="Add bundle to cart"
      className="w-full shrink-0 sm:w-56"
    />
  );
}

function SoldOut({ bundle: { books } }: { bundle: Bundle }) {
  const missing = books.filter((book) => book.stock.state === "sold-out").map((book) => book.title);
  return (
    <p className="max-w-narrow font-semibold text-quiet">
      This bundle is not available: {new Intl.ListFormat("en-IN").format(missing)}{" "}
      <span>{missing.length === 1 ? "is" : "are"}</span> sold out.
    </p>
  );
}
