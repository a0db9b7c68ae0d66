/**
 * Tests that what readers type finds the work they want as the first result, with misspellings, scripts and
 * transliterations.
 */

import { beforeAll, describe, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import { foldForSearch } from "#shop/kernel/text/fold-for-search.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { countSearchTerms } from "./counts/count-words.server.ts";
import { findWorks } from "./find-works.server.ts";

/** Typed texts, and the work that must come first: among `found`, or among `near` if nothing is found. */
const wanted = `
tomb of sand                         | tomb-of-sand
TOMB OF SAND                         | tomb-of-sand
omb of sa                            | tomb-of-sand
wolf hall                            | wolf-hall
hall wolf                            | wolf-hall
hobbit                               | the-hobbit
the hobbit                           | the-hobbit
a hobbit                             | the-hobbit
fine balance                         | a-fine-balance
suitable boy seth                    | a-suitable-boy
vikram seth boy                      | a-suitable-boy
guide                                | the-guide
the guide narayan                    | the-guide
dune                                 | dune
herbert dune                         | dune
quiet                                | quiet
open                                 | open-andre-agassi
kim                                  | kim
becoming                             | becoming
sapiens                              | sapiens
brief history of humankind           | sapiens
brief history of time                | a-brief-history-of-time
delhi: a novel                       | delhi-a-novel
delhi a novel                        | delhi-a-novel
city of djinns a year in delhi       | city-of-djinns
charlottes web                       | charlottes-web
charlotte's web                      | charlottes-web
charlotte’s web                      | charlottes-web
sultanas dream                       | sultanas-dream-and-padmarag
salt fat acid heat                   | salt-fat-acid-heat
ice candy man                        | ice-candy-man
ice-candy-man                        | ice-candy-man
man eaters                           | man-eaters-of-kumaon
pride & prejudice                    | pride-and-prejudice
crime and punishment                 | crime-and-punishment
crime & punishment                   | crime-and-punishment
swami & friends                      | swami-and-friends
1984                                 | nineteen-eighty-four
nineteen eighty four                 | nineteen-eighty-four
nineteen eighty-four orwell          | nineteen-eighty-four
two states                           | 2-states
2 states                             | 2-states
100 years of solitude                | one-hundred-years-of-solitude
hundred years of solitude            | one-hundred-years-of-solitude
around india in eighty trains        | around-india-in-80-trains
mother of 1084                       | mother-of-1084
4000 weeks                           | four-thousand-weeks
20 love poems                        | twenty-love-poems-and-a-song-of-despair
3 body problem                       | the-three-body-problem
garcia marquez                       | one-hundred-years-of-solitude
márquez solitude                     | one-hundred-years-of-solitude
bronte jane                          | jane-eyre
szymborska                           | view-with-a-grain-of-sand
wislawa szymborska                   | view-with-a-grain-of-sand
le guin                              | the-left-hand-of-darkness
ursula k. le guin                    | the-left-hand-of-darkness
j.r.r. tolkien                       | the-hobbit
jrr tolkien                          | the-hobbit
j r r tolkien                        | the-hobbit
j. r. r. tolkien hobbit              | the-hobbit
r.k. narayan                         | malgudi-days
r k narayan                          | malgudi-days
rk narayan swami                     | swami-and-friends
a.p.j. abdul kalam                   | wings-of-fire
apj abdul kalam                      | wings-of-fire
a p j kalam                          | wings-of-fire
e.b. white                           | charlottes-web
c s lewis caspian                    | prince-caspian
b r ambedkar                         | annihilation-of-caste
house that b j built                 | the-house-that-bj-built
a k ramanujan poems                  | the-collected-poems-of-a-k-ramanujan
kr meera                             | hangwoman
mt vasudevan nair                    | bhima-lone-warrior
rushdie                              | midnights-children
salman rushdie haroun                | haroun-and-the-sea-of-stories
amitav ghosh tide                    | the-hungry-tide
ibis trilogy 2                       | river-of-smoke
ibis 3                               | flood-of-fire
foundation 2                         | foundation-and-empire
asimov second                        | second-foundation
shiva trilogy 3                      | the-oath-of-the-vayuputras
feluda 6                             | the-golden-fortress
narnia 1                             | the-lion-the-witch-and-the-wardrobe
thakur girls 2                       | the-house-that-bj-built
malabar house 2                      | the-dying-day
perveen mistry                       | a-murder-on-malabar-hill
tara books trees                     | the-night-life-of-trees
penguin sainath                      | everybody-loves-a-good-drought
zubaan                               | a-life-less-ordinary
daisy rockwell sand                  | tomb-of-sand
gandhi experiments with truth        | an-autobiography-gandhi
nehru autobiography                  | an-autobiography-nehru
harari                               | sapiens
emperor maladies                     | the-emperor-of-all-maladies
feynman                              | surely-youre-joking-mr-feynman
mr feynman joking                    | surely-youre-joking-mr-feynman
suspect x                            | the-devotion-of-suspect-x
hate u give                          | the-hate-u-give
i lalla                              | i-lalla
978-0-09-957851-2                    | midnights-children
9780099578512                        | midnights-children
0099578514                           | midnights-children
0 09 957851 4                        | midnights-children
isbn 9780099578512                   | midnights-children
tolkein                              | the-hobbit
tolkein hobit                        | the-hobbit
rushdi midnight                      | midnights-children
midnigths children                   | midnights-children
agatha cristie                       | and-then-there-were-none
agatha christei ackroyd              | the-murder-of-roger-ackroyd
pride and predjudice                 | pride-and-prejudice
wuthring heights                     | wuthering-heights
dostoyevsky                          | crime-and-punishment
shakespear                           | macbeth
mahabarata                           | mahabharata-rajagopalachari
arundati roy                         | the-god-of-small-things
arundhati roi                        | the-god-of-small-things
arundati roi                         | the-god-of-small-things
tolkien hobit                        | the-hobbit
wings of fier                        | wings-of-fire
wigns of fire                        | wings-of-fire
abdul kalaam                         | wings-of-fire
salman rushdei                       | midnights-children
midnight's childern                  | midnights-children
vikram sehth                         | a-suitable-boy
a suitible boy                       | a-suitable-boy
george orwel                         | nineteen-eighty-four
jane austin                          | pride-and-prejudice
pride and prejudce                   | pride-and-prejudice
rohinton mistrey                     | a-fine-balance
a fine balence                       | a-fine-balance
yuval noah harrari                   | sapiens
emily bronte wuthering hieghts       | wuthering-heights
dostoevski                           | crime-and-punishment
ruskin bondd                         | the-blue-umbrella
jhumpa lahri                         | interpreter-of-maladies
malgudy days                         | malgudi-days
maximun city                         | maximum-city
very hungry catterpillar             | the-very-hungry-caterpillar
godan                                | godan
godaan                               | godan
गोदान                                | godan
godhan                               | godan
nirmala                              | nirmala
nirmla                               | nirmala
premchand                            | godan
munshi premchand                     | godan
premchand gaban                      | gaban
gabaan                               | gaban
प्रेमचंद                               | godan
raag darbari                         | raag-darbari-gillian-wright
rag darbari                          | raag-darbari-gillian-wright
राग दरबारी                           | raag-darbari
raag darbaari                        | raag-darbari-gillian-wright
तमस                                  | tamas
tamas                                | tamas-daisy-rockwell
taamas                               | tamas-daisy-rockwell
रेत समाधि                            | ret-samadhi
ret samadhi                          | ret-samadhi
जूठन                                 | joothan-hindi
joothan                              | joothan
भीष्म साहनी                            | tamas
bhisham sahni                        | tamas-daisy-rockwell
श्रीलाल शुक्ल                           | raag-darbari
shrilal shukla                       | raag-darbari-gillian-wright
गीतांजलि श्री                           | ret-samadhi
ओमप्रकाश वाल्मीकि                       | joothan-hindi
omprakash valmiki                    | joothan
राही मासूम रज़ा                         | aadha-gaon
rahi masoom raza                     | aadha-gaon
mannu bhandari                       | aapka-bunty
मन्नू भंडारी                            | aapka-bunty
kamleshwar                           | kitne-pakistan
कमलेश्वर                               | kitne-pakistan
gunahon ka devta                     | gunahon-ka-devta
gunaahon ka devtaa                   | gunahon-ka-devta
maila anchal                         | maila-anchal
maila aanchal                        | maila-anchal
suraj ka satvan ghoda                | suraj-ka-satvan-ghoda
sooraj ka saatvaan ghoda             | suraj-ka-satvan-ghoda
deewar mein ek khidki rehti thi      | deewar-mein-ek-khidki-rahti-thi
diwar men ek khidki rahti thi        | deewar-mein-ek-khidki-rahti-thi
ashadh ka ek din                     | ashadh-ka-ek-din
aashaadh ka ek din                   | ashadh-ka-ek-din
madhushala                           | madhushala
madhushaalaa                         | madhushala
मधुशाला                              | madhushala
harivansh rai bachchan               | madhushala
rashmirathi                          | rashmirathi
rashmirathee                         | rashmirathi
kamayani                             | kamayani
kaamaayani                           | kamayani
kitne pakistan                       | kitne-pakistan
kitane pakistaan                     | kitne-pakistan
chitralekha                          | chitralekha
chitralekhaa                         | chitralekha
jaishankar prasad                    | kamayani
joothan valmiki                      | joothan
juthan                               | joothan
reth samaadhi                        | ret-samadhi
tyagpatra                            | tyagpatra
tyaagpatr                            | tyagpatra
mitro marjani                        | mitro-marjani
mitro marjaani                       | mitro-marjani
aadhe adhoore                        | adhe-adhure
adhe adhure                          | adhe-adhure
aapka bunty                          | aapka-bunty
aapka banti                          | aapka-bunty
dharmveer bharti                     | gunahon-ka-devta
dharamvir bharati                    | gunahon-ka-devta
geetanjali shree                     | tomb-of-sand
gitanjali shri                       | tomb-of-sand
mahashweta devi                      | mother-of-1084
pather panchali                      | pather-panchali
pathher paanchali                    | pather-panchali
`;

/**
 * Titles, and how readers type them: letters that are several code points or have several Latin spellings, and signs
 * that are part of a word.
 */
const written: Record<string, string[]> = {
  // As many files contain it: with Arabic yeh, kaf and heh.
  "\u067eيار كا په\u0644ا ش\u0647ر": [
    "پیار کا پہلا شہر",
    "پیار",
    "شہر",
    "پِیار کا پہلا شہر",
    "پیار\u200c کا پہلا",
    "ﭘﯿﺎر کا",
  ],
  "اردو کے ۱۰۰ افسانے": ["اردو کے ١٠٠ افسانے", "اردو کے 100 افسانے"],
  "آگ کا دریا": ["اگ کا دریا", "آگ كا دريا"],
  "മരണങ്ങൾ ഒരു കഥ": ["മരണങ്ങള്\u200d", "മരണങ്ങള്", "മരണങ്ങൾ ഒരു"],
  "എന്റെ കഥ പറയാം": ["എൻ്റെ കഥ", "എൻറെ കഥ", "എന്\u200dറെ കഥ"],
  "മഴ പെയ്യുന്നു": ["mazha peyyunnu", "mala peyyunnu", "മഴ"],
  "পরশপাথর ও হঠাৎ একদিন": ["হঠাত্\u200d একদিন", "হঠাৎ"],
  "பொன்னியின் செல்வன்": ["ponniyin selvan", "ponniyin chelvan", "ponniyin celvan", "selvan", "celvan", "செல்வன்"],
  "பச்சை வானம்": ["pachai vanam", "pachchai vaanam", "paccai vanam", "passai vanam"],
  "தமிழ் மொழி": ["tamil moli", "tamizh mozhi", "thamizh mozhi"],
  "கௌரவம் ஒன்று": ["கெளரவம்"],
  "ਪੰਜਾਬ ਦੀ ਪੱਗ": ["ਪਂਜਾਬ", "ਪੰਜਾਬ ਦੀ ਪਗ"],
  "मराठी अ\u200dॅप": ["मराठी ॲप", "मराठी अॅप", "मराठी ऍप"],
  "हिन्दी की क़लम": ["हिंदी की कलम", "हिन्\u200dदी", "हिन्\u200cदी की", "hindi ki kalam"],
  "The C++ Programming Language": ["C++", "C++ programming", "c++ programming language", "the c++"],
  "The C Programming Language": ["C programming", "c programming language"],
  "C# in Depth": ["c#", "C# depth", "c# in depth"],
  "Knots for a Net": ["knots net"],
  "A Book on .NET": [".NET", ".net", "book .net"],
  "Grade A+ Notes": ["a+ notes", "grade a+"],
  "C++17 at Work": ["c++17", "C++ 17 at work", "c++17 at work"],
  "Catching Fire": ["catching fire"],
  "श्यामची आई": ["shyamchi ai", "shyamchi aai", "shyamachi aai"],
  "O\u02bcBrien\u00b4s Honour": ["o'brien's honour", "O’Brien’s Honour", "obriens honour", "O`Brien", "o\u00b4brien"],
};

const { db } = await openTestDatabase();
/** Adds each title as a work, before the tests of titles run. */
const worksOfTitles = new Map(Object.keys(written).map((title, place) => [title, `written-${place}`]));
async function shelveTitles(): Promise<void> {
  for (const [title, id] of worksOfTitles)
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`
        insert into works (id, title, search_text, description) values (${id}, ${title}, ${foldForSearch(title)}, '')`);
      await tx.execute(sql`
        insert into books (id, work_id, is_main, format, language, publisher, published_on, mrp_paise, price_paise, cover_key)
        values (${id}, ${id}, true, 'paperback', 'en', '', '2020-01-01', 10000, 10000, '')`);
    });
  await refreshAllStaleListings(db);
}
await countSearchTerms(db);
const search = (query: string, limit = 24) => findWorks(db, query, { limit });

for (const line of wanted.trim().split("\n")) {
  const [query, workId] = line.split("|").map((part) => part.trim()) as [string, string];
  test(`${query} finds ${workId}`, async () => {
    const { found, near } = await search(query);
    expect((found[0] ?? near[0])?.workId).toBe(workId);
  });
}

test("an article that is typed counts among titles that begin alike, and only there", async () => {
  const titles = async (query: string) => {
    const { found } = await search(query, 40);
    const { rows } = await db.execute<{ title: string }>(sql`
      select w.title from unnest(${found.map(({ workId }) => workId)}::text[]) with ordinality as f (id, place)
      join works w using (id) order by f.place`);
    return rows.map(({ title }) => title);
  };
  const typed = await titles("the s");
  const withArticle = typed.filter((title) => title.startsWith("The S"));
  expect(withArticle).toContain("The Shadow Lines");
  expect(typed.slice(0, withArticle.length)).toEqual(withArticle);
  expect(typed).toContain("Sapiens");
  expect((await titles("s")).indexOf("Sapiens")).toBeLessThan((await titles("s")).indexOf("The Shadow Lines"));
  expect((await titles("the sapiens"))[0]).toBe("Sapiens");
});

test("what was certainly meant is each word nearly as typed, together in one title or name; nothing else is suggested", async () => {
  const nearest = async (typed: string) => (await search(typed)).nearest;
  for (const [typed, meant] of [
    ["arundati roi", "arundhati roy"],
    ["agatha cristie", "agatha christie"],
    ["tolkein", "tolkien"],
    ["wings of fier", "wings of fire"],
    ["midnigths children", "midnights children"],
    ["jane austin", "jane austen"],
    ["wuthring hieghts", "wuthering heights"],
  ] as const)
    expect(await nearest(typed), typed).toBe(meant);
  for (const typed of [
    "harry poter",
    "hary potter",
    // A name and a title, or two names: each is near, but they are next to each other nowhere.
    "tolkein hobit",
    "arundati cristie",
    // Two letters of a short word are wrong, or the first letter of the only word.
    "tlokine",
    "wgins of feir",
    "polkien",
    "xyzzy",
    "dun",
  ])
    expect(await nearest(typed), typed).toBeNull();
});

describe("letters that are written in several ways, and signs that belong to a word", () => {
  beforeAll(shelveTitles);

  for (const [title, queries] of Object.entries(written))
    test(title, async () => {
      for (const query of [title, ...queries]) {
        const { found } = await search(query);
        expect(found[0]?.workId, query).toBe(worksOfTitles.get(title));
      }
    });

  test("a slip in a title whose words are short or known elsewhere finds it, first of all or first of what is near", async () => {
    await countSearchTerms(db);
    for (const [query, title] of [
      ["catchng fire", "Catching Fire"],
      ["cathcing fire", "Catching Fire"],
      ["catching fier", "Catching Fire"],
      ["shyamchi aaii", "श्यामची आई"],
      ["shyamchi aaee", "श्यामची आई"],
    ] as const) {
      const { found, near } = await search(query);
      expect((found[0] ?? near[0])?.workId, query).toBe(worksOfTitles.get(title));
    }
  });

  test("a sign behind a letter parts C, C++ and C#", async () => {
    const ofTitles = async (query: string) =>
      (await search(query, 40)).found.flatMap(({ workId }) =>
        [...worksOfTitles].filter(([, id]) => id === workId).map(([title]) => title),
      );
    expect((await ofTitles("c++")).toSorted()).toEqual(["C++17 at Work", "The C++ Programming Language"]);
    expect(await ofTitles("c#")).toEqual(["C# in Depth"]);
    expect((await ofTitles("c"))[0]).toBe("The C Programming Language");
  });

  test("the shop and the database put a text into the same form", async () => {
    const odd = "a\u00adb\u200bc\u200ed\ufeffe `f\u00b4g \u0d4c \u0b94 \ufb51\u0640 \u0623\u0622 x\u0301y ß Ω ς";
    const texts = [...Object.entries(written).flat(2), odd, "  plain  Text ", "ॲॐ अाे", "ﷲ", "e\u0301`"];
    const { rows } = await db.execute<{ form: string }>(sql`
      select fold_for_search(given) as form from unnest(${texts}::text[]) with ordinality t (given, place) order by place`);
    expect(rows.map(({ form }) => form)).toEqual(texts.map(foldForSearch));
    for (const text of texts) expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
  });
});
