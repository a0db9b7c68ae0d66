/** The page about the shop and its seller. */
export const about = {
  lead: "An endpaper is the patterned sheet inside the cover of a good book: the first thing you see when you open it, and the last. No story needs it. Somebody put it there because they cared. That is the kind of shop this wants to be.",
  text: `
## Five things we hold ourselves to {#beliefs}

### Say what is true. {#true}

“Only 3 left” means that there are three. A price struck through is the one printed on the book. Our chart is what sold, or what readers rate best while nothing has. Nobody can buy a place on it. When a code takes nothing off, we say why.

### Nobody should watch you read. {#unwatched}

What you look at is your own affair. The shop keeps no record of it, shows no advertising and lets nobody else watch you. It needs so few cookies that there is no banner to click away.

### Leaving must be as easy as coming. {#leaving}

Buy without an account. Cancel an order yourself until the parcel leaves. Unsubscribe with one click. Take your data with you, and have it deleted.

### Every book keeps its own script. {#scripts}

A title in Hindi is set in Devanagari as well as one in English is in Latin: on its cover, in the search, in your e-mails. Indian books are not a corner of this shop; they are the middle of it.

### Every rupee is accounted for. {#rupees}

What you see in the cart is what you pay, to the paisa, and refunds come without asking twice.

## Who we are {#who}

A bookseller, who chooses the books, packs the parcels and answers what you write. [Write to us](/contact).

{seller details}
`.trim(),
};
