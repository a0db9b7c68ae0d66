/**
 * A check of the relevance of the search: how many typical searches find the wanted book first among the 10,000 books
 * of goodbooks-10k.
 */

import { readFileSync } from "node:fs";

import { parse } from "csv-parse/sync";

import { openDatabase } from "#db/connect.ts";
import { migrateAsOwner } from "#db/migrate.ts";
import { sql } from "#db/sql.ts";
import { checkRecord } from "#shop/catalogue/records/check-record.ts";
import { importCatalogue } from "#shop/catalogue/import/run-import.server.ts";
import { countSearchTerms } from "#shop/catalogue/search/counts/count-words.server.ts";
import { findWorks } from "#shop/catalogue/search/find-works.server.ts";
import { makeDataFolder } from "#tests/support/shop/child-shop.ts";

/* Usage: node bench/search-wanted.ts books.csv. The file is not part of the project. */
const wanted = `
harry potter | Harry Potter and the Sorcerer's Stone
harry poter | Harry Potter and the Sorcerer's Stone
rowling | Harry Potter and the Sorcerer's Stone
jk rowling | Harry Potter and the Sorcerer's Stone
j.k.rowling azkaban | Harry Potter and the Prisoner of Azkaban
harry potter 4 | Harry Potter and the Goblet of Fire
hary potter goblet | Harry Potter and the Goblet of Fire
hunger games | The Hunger Games
hunger games 2 | Catching Fire
tolkien rings | The Fellowship of the Ring
tolkein | The Fellowship of the Ring
jrr tolkien | The Hobbit
j r r tolkien fellowship | The Fellowship of the Ring
lord of the rings 1 | The Fellowship of the Ring
the hobbit | The Hobbit
hobit | The Hobbit
it | It
room | Room
night | Night
dune | Dune
dune 2 | Dune Messiah
emma | Emma
1984 | 1984
nineteen eighty-four | 1984
orwell 1984 | 1984
fahrenheit 451 | Fahrenheit 451
farenheit 451 | Fahrenheit 451
catch 22 | Catch-22
catch twenty two | Catch-22
slaughterhouse five | Slaughterhouse-Five
slaughterhouse 5 | Slaughterhouse-Five
one hundred years of solitude | One Hundred Years of Solitude
100 years of solitude | One Hundred Years of Solitude
garcia marquez | One Hundred Years of Solitude
angels and demons | Angels & Demons
angels & demons | Angels & Demons
dan brown | Angels & Demons
davinci code | The Da Vinci Code
da vinci code | The Da Vinci Code
les miserables | Les Misérables
jane eyre bronte | Jane Eyre
wuthering heights | Wuthering Heights
wuthering hights | Wuthering Heights
great gatsby | The Great Gatsby
gatsby fitzgerald | The Great Gatsby
f scott fitzgerald | The Great Gatsby
to kill a mockingbird | To Kill a Mockingbird
kill a mocking bird | To Kill a Mockingbird
mockingbird lee | To Kill a Mockingbird
catcher in the rye | The Catcher in the Rye
salinger | The Catcher in the Rye
pride and prejudice | Pride and Prejudice
pride & predjudice | Pride and Prejudice
game of thrones | A Game of Thrones
george rr martin | A Game of Thrones
george r.r. martin | A Game of Thrones
song of ice and fire 2 | A Clash of Kings
hitchhikers guide | The Hitchhiker's Guide to the Galaxy
hitchhiker's guide to the galaxy | The Hitchhiker's Guide to the Galaxy
hitchikers guide | The Hitchhiker's Guide to the Galaxy
charlottes web | Charlotte's Web
e.b. white | Charlotte's Web
handmaids tale | The Handmaid's Tale
atwood | The Handmaid's Tale
little prince | The Little Prince
saint exupery | The Little Prince
frankenstein shelley | Frankenstein
brave new world | Brave New World
stephen king shining | The Shining
steven king | The Shining
kite runner | The Kite Runner
khaled hoseini | The Kite Runner
paulo coelho | The Alchemist
alchemist | The Alchemist
of mice and men | Of Mice and Men
curious incident of the dog | The Curious Incident of the Dog in the Night-Time
girl with the dragon tatoo | The Girl with the Dragon Tattoo
larsson fire | The Girl Who Played with Fire
freakonomics | Freakonomics: A Rogue Economist Explores the Hidden Side of Everything
tipping point gladwell | The Tipping Point: How Little Things Can Make a Big Difference
siddhartha | Siddhartha
siddharta | Siddhartha
shantaram | Shantaram
shantaaram | Shantaram
midnights children | Midnight's Children
rushdie satanic verses | The Satanic Verses
salmaan rushdie | Midnight's Children
arundhati roy | The God of Small Things
arundhathi roy | The God of Small Things
arundhati roi | The God of Small Things
vikram seth | A Suitable Boy
rohinton mistry | A Fine Balance
rohintan mistri | A Fine Balance
jhumpa lahiri | The Namesake
jumpa lahiri namesake | The Namesake
chetan bhagat | Five Point Someone
chetan bhagath | Five Point Someone
two states | 2 States: The Story of My Marriage
five point someone | Five Point Someone
amish tripathi | The Immortals of Meluha
amish tripaathi | The Immortals of Meluha
meluha | The Immortals of Meluha
shiva trilogy 2 | The Secret of the Nagas
amitav ghosh | The Glass Palace
amitaav ghosh poppies | Sea of Poppies
aravind adiga | The White Tiger
arvind adiga | The White Tiger
r k narayan | Malgudi Days
rk naraayan | Malgudi Days
devdutt pattanaik | Jaya: An Illustrated Retelling of the Mahabharata
devdut patnaik | Jaya: An Illustrated Retelling of the Mahabharata
bhagavad gita | The Bhagavad Gita
bhagwad geeta | The Bhagavad Gita
mahatma gandhi | The Story of My Experiments With Truth
`;

const path = process.argv[2];
if (!path) throw new Error("Give the path of books.csv of goodbooks-10k.");
const rows = parse<GoodBook>(readFileSync(path, "utf8"), { columns: true });

/** A row of books.csv. */
interface GoodBook {
  book_id: string;
  title: string;
  authors: string;
  series?: string;
  series_no?: string;
  average_rating: string;
  ratings_count: string;
}

async function* items() {
  for (const [index, row] of rows.entries())
    yield checkRecord(
      {
        place: { line: index + 2, record: index + 1 },
        reference: `goodbooks-${row.book_id}`,
        title: row.title.trim(),
        contributors: row.authors
          .split(",")
          .map((name) => ({ name: name.replace(/\s+/g, " ").trim(), role: "author" as const })),
        ...(row.series && { series: { name: row.series, ...(row.series_no && { position: row.series_no }) } }),
        format: "paperback",
        language: "en",
        mrp: { amount: "499", currency: "INR" },
        copies: "3",
        rating: row.average_rating,
        ratingCount: row.ratings_count,
      },
      { exchangeRates: {} },
    );
}

const { folder, remove } = await makeDataFolder();
const database = await openDatabase({ dataDir: folder, report: () => {} });
try {
  await migrateAsOwner(database);
  const { db } = database;
  const { counts } = await importCatalogue(
    { db, now: () => new Date() },
    items(),
    { fileName: "goodbooks-10k", contentSha256: "0".repeat(64) },
    { source: "goodbooks", discountPercent: 0, defaultMrpPaise: null, take: [] },
    { report: () => {}, progress: () => {} },
  );
  await countSearchTerms(db);
  let right = 0;
  const lines = wanted.trim().split("\n");
  for (const line of lines) {
    const [query, title] = line.split(" | ");
    if (query === undefined) throw new Error(`There is no query in ${line}.`);
    const { found, near } = await findWorks(db, query, { limit: 24 });
    const first = (found[0] ?? near[0])?.workId ?? "";
    const { rows } = await db.execute<{ title: string }>(sql`select title from works where id = ${first}`);
    if (rows[0]?.title === title) right += 1;
    else console.log(`${query}: ${rows[0]?.title ?? "nothing"}, wanted ${title}`);
  }
  console.log(
    `${counts.added} books; ${right} of ${lines.length} are right, ${((100 * right) / lines.length).toFixed(1)} %.`,
  );
} finally {
  await database.close();
  await remove();
}
