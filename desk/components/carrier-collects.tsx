import { Money } from "#app/components/books/money.tsx";

/** What the carrier collects on delivery; nothing for an order that is paid. */
export function CarrierCollects({ paise }: { paise: number }) {
  if (paise === 0) return null;
  return (
    <p className="my-2 bg-marigold-wash px-3 py-2 font-semibold text-on-wash">
      The carrier collects <Money paise={paise} />
    </p>
  );
}
