import type { Db } from "#db/connect.ts";
import { savePage } from "#shop/office/pages/pages.server.ts";

const text = `Write to us at {e-mail}, **with the list**.

पुस्तकों की सूची हमें भेजिए।

## How it works

1. You send the titles.
2. We answer within two days.

### The terms

- *Any* number of copies
- [Returns](/returns) within {days to return}

{seller details}`;

/** Writes a page of the bookseller's own, at the example address of its route. */
export async function addOwnPage(db: Db): Promise<void> {
  const words = { title: "School orders", lead: "For classes and libraries, from ten copies.", text };
  await savePage(db, { id: "school-orders", ...words, place: "none", position: 0, isShown: true }, new Date());
}
