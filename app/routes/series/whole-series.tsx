import { AddTogether } from "#app/components/books/add-together.tsx";
import { Price, Saving } from "#app/components/books/price.tsx";
import type { TogetherPrices } from "./together.ts";

const numbers = ["", "", "Both", "All three", "All four", "All five", "All six", "All seven", "All eight", "All nine"];

interface WholeSeriesProps {
  series: { id: string; name: string };
  bookIds: string[];
  together: TogetherPrices;
}

/** Last item of a series' shelf: adds all its books with one button. */
export function WholeSeries({ series, bookIds, together }: WholeSeriesProps) {
  const count = numbers[bookIds.length] ?? `All ${bookIds.length}`;
  return (
    <li className="whole-series">
      <h3 className="text-h3">{count}</h3>
      <div>
        <Price {...together} isLarge />
        <Saving {...together} />
      </div>
      <AddTogether
        fields={{ intent: "add-series", seriesId: series.id }}
        name={series.name}
        bookIds={bookIds}
        label={`Add ${count.toLowerCase()} to cart`}
      />
    </li>
  );
}
