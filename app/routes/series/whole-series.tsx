import { AddTogether } from "#app/components/add-together.tsx";
import { Price, Saving } from "#app/components/price.tsx";
import type { LoadedShelf } from "#app/shelves/loaded-shelf.ts";

const numbers = ["", "", "Both", "All three", "All four", "All five", "All six", "All seven", "All eight", "All nine"];

/** So many books are bought at once; a longer series is bought one by one. */
const maxTogether = 12;

interface WholeSeriesProps {
  series: { id: string; name: string };
  shelf: LoadedShelf;
}

/** The whole series with one button, as the last of its shelf; nothing where a book of it is sold out or not in sight. */
export function WholeSeries({ series, shelf }: WholeSeriesProps) {
  const { books, total, before, after } = shelf;
  const isWhole = before === null && after === null && books.length === total.count && !shelf.isAsked;
  if (!isWhole || books.length < 2 || books.length > maxTogether) return null;
  if (books.some(({ stock }) => stock.state === "sold-out")) return null;
  const count = numbers[books.length] ?? `All ${books.length}`;
  const prices = {
    pricePaise: books.reduce((sum, book) => sum + book.pricePaise, 0),
    mrpPaise: books.reduce((sum, book) => sum + book.mrpPaise, 0),
  };
  return (
    <li className="whole-series">
      <h3 className="text-h3">{count}</h3>
      <div>
        <Price {...prices} isLarge />
        <Saving {...prices} />
      </div>
      <AddTogether
        fields={{ intent: "add-series", seriesId: series.id }}
        name={series.name}
        bookCount={books.length}
        label={`Add ${count.toLowerCase()} to cart`}
      />
    </li>
  );
}
