const beliefs = [
  {
    heading: "Say what is true.",
    words:
      "“Only 3 left” means that there are three. A price struck through is the one printed on the book. Our chart is what sold, or what readers rate best while nothing has. Nobody can buy a place on it. When a code takes nothing off, we say why.",
  },
  {
    heading: "Nobody should watch you read.",
    words:
      "What you look at is your own affair. The shop keeps no record of it, shows no advertising and lets nobody else watch you. It needs so few cookies that there is no banner to click away.",
  },
  {
    heading: "Leaving must be as easy as coming.",
    words:
      "Buy without an account. Cancel an order yourself until the parcel leaves. Unsubscribe with one click. Take your data with you, and have it deleted.",
  },
  {
    heading: "Every book keeps its own script.",
    words:
      "A title in Hindi is set in Devanagari as well as one in English is in Latin: on its cover, in the search, in your e-mails. Indian books are not a corner of this shop; they are the middle of it.",
  },
  {
    heading: "Every rupee is accounted for.",
    words: "What you see in the cart is what you pay, to the paisa, and refunds come without asking twice.",
  },
];

/** Numbered principles of the shop. */
export function Beliefs() {
  return (
    <section aria-labelledby="beliefs" className="pt-16 lg:pt-24">
      <h2 id="beliefs" className="text-h2">
        Five things we hold ourselves to
      </h2>
      <ol className="mt-8 lg:mt-12">
        {beliefs.map(({ heading, words }, place) => (
          <li
            key={heading}
            className="grid grid-cols-[3.5rem_1fr] gap-x-4 border-t border-line py-8 lg:grid-cols-12 lg:gap-x-8 lg:py-10"
          >
            <span aria-hidden="true" className="figures font-display text-numeral font-[380] text-quiet lg:col-span-2">
              {place + 1}
            </span>
            <h3 className="text-h3 lg:col-span-4">{heading}</h3>
            <p className="prose mt-3 max-lg:col-span-full lg:col-span-6 lg:mt-0">{words}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
