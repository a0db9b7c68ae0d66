/** The standard set of categories for a new shop, with the subject codes and keywords of each. */
import type { RawSubject } from "#shop/catalogue/fields/raw-values.ts";
import type { SubjectCategory } from "./subject-table.ts";

/** A category of the standard set. */
export interface StandardCategory {
  id: string;
  parentId: string | null;
  name: string;
  /** The mood of its drawn covers, from packages/covers/moods.ts. */
  mood: string;
  description: string;
}

/** Top-level categories come first, because the home page shows the first categories that have books. */
const categories = `
fiction | Fiction | novel | Novels and stories of every kind.
non-fiction | Non-fiction | factual | True things: lives, ideas, places and how the world works.
children | Children’s books | playful | Books to read aloud and books to read alone.
study | School, college and exams | factual | Textbooks, practice books and help with examinations.
fiction > literary-fiction | Literary fiction | fine | Novels that care about the sentence as much as about the story.
fiction > classics | Classics | engraved | The books that other books keep talking about.
fiction > crime | Crime and mystery | noir | Detectives, culprits and cases to solve before the last page.
fiction > thrillers | Thrillers and adventure | noir | Stories that are hard to put down before the danger is over.
fiction > science-fiction-fantasy | Science fiction and fantasy | cosmic | Other worlds with laws of their own.
fiction > horror | Horror | noir | Ghosts, monsters and the fear of what is behind the door.
fiction > romance | Romance | tender | Stories about love, and what stands in its way.
fiction > historical-fiction | Historical fiction | heritage | Novels in which the past is alive.
fiction > short-stories | Short stories | miscellany | Whole lives in a few pages.
fiction > translations | Fiction in translation | lattice | Novels and stories from other languages.
fiction > poetry | Poetry and plays | lyric | Lines to learn by heart, and scenes to read aloud.
fiction > graphic | Comics and graphic novels | comic | Stories drawn panel by panel.
non-fiction > biography | Biography and memoir | portrait | Lives, told by those who lived them or by somebody who asked.
non-fiction > literature | Language, literature and essays | miscellany | Essays, criticism, and books about words and writing.
non-fiction > languages | Learning languages | factual | Courses, grammars and dictionaries.
non-fiction > history | History | chronicle | How we came to be here.
non-fiction > society | Politics and society | placard | How we live together, and how we are governed.
non-fiction > education | Education and teaching | factual | For teachers, and for whoever thinks about schools.
non-fiction > psychology | Psychology | calm | How people think, feel and decide.
non-fiction > business | Business and money | ledger | Companies, markets, work and savings.
non-fiction > law | Law | ledger | Acts, commentaries and books about justice.
non-fiction > medicine | Medicine | diagram | For students and for those who treat others.
non-fiction > health | Health and family | calm | Body, mind, children and living together.
non-fiction > self-improvement | Self-improvement | calm | Attention, habits and courage.
non-fiction > philosophy | Philosophy | contemplative | The oldest questions, asked again.
non-fiction > religion | Religion and spirituality | contemplative | Scriptures, practice and belief.
non-fiction > science | Science and nature | diagram | Genes, stars, animals, numbers and the weather.
non-fiction > technology | Technology and computing | diagram | How things are built, and how programs are written.
non-fiction > arts | Art, music and film | bold | Painting, photographs, buildings, the stage and the screen.
non-fiction > food | Food and cooking | table | Recipes and the stories of kitchens.
non-fiction > travel | Travel | wayfarer | Guides, maps and journeys.
non-fiction > hobbies | Home, hobbies and humour | bold | Gardens, crafts, games and things to laugh about.
non-fiction > sport | Sport | bold | Cricket, and everything else that is played, run or climbed.
children > picture-books | Picture books | nursery | Few words, and much to point at.
children > children-stories | Stories for children | playful | For readers who still read under the blanket.
children > children-facts | Finding out | playful | Facts, experiments and answers for children.
children > young-adult | Young adult | bold | For readers from about thirteen.
`;

/**
 * The subjects of each category, in four columns: upper levels of Thema 1.6, three-letter sections of BISAC, upper
 * levels of BIC 2.1, and keywords. The longest matching code counts.
 */
const meanings = `
fiction | F | FIC | F | fiction, novel, novels, contemporary fiction
non-fiction | G | REF | G | non-fiction, nonfiction, reference
children | Y | JUV | Y | children, childrens, children's, children's books, kids, juvenile
study | YP 4 | STU | YQ | textbook, textbooks, study guide, exam, exams, competitive exams
literary-fiction | FBA |  | FA | literary fiction, literary
classics | FBC DB |  | FC DB | classic, classics, classic literature
crime | FF |  | FF | crime, crime fiction, mystery, detective
thrillers | FH FJ |  | FH FJ | thriller, thrillers, suspense, adventure, spy
science-fiction-fantasy | FL FM FD |  | FL FM | science fiction, sci-fi, fantasy, dystopia
horror | FK |  | FK | horror, ghost stories, paranormal
romance | FR FP |  | FR FP | romance, chick lit, love story
historical-fiction | FV |  | FV | historical fiction, historical novel
short-stories | FYB |  | FYB | short stories, short story
translations | FYT |  | FYT | translation, translations, in translation
poetry | DC DD | POE DRA | DC DD | poetry, poems, drama, plays
graphic | X | CGN | FX | comics, comic, graphic novel, graphic novels, manga
biography | DN | BIO TRU | B | biography, autobiography, memoir, memoirs
literature | C D DNL DS | LAN LCO LIT | C D DN DS | essays, literary criticism, linguistics, writing
languages | CJ CBD | FOR | CJ CBD E | language learning, dictionary, dictionaries, grammar
history | N WQ | HIS | H HB WQ | history, archaeology
society | J | SOC POL | J | politics, society, sociology, current affairs
education | JN | EDU | JN | education, teaching
psychology | JM | PSY | JM | psychology
business | K | BUS | K | business, economics, finance, management, investing
law | L | LAW | L | law
medicine | M | MED | M | medicine, medical, nursing
health | V VF | HEA FAM | V VF | health, parenting, family, fitness, yoga, diet
self-improvement | VS | SEL | VS | self-help, self help, personal development, motivation
philosophy | QD | PHI | HP | philosophy
religion | Q VX | REL BIB OCC | HR VX | religion, spirituality, spiritual, mythology, astrology
science | P R WN | SCI NAT MAT PET | P R WN | science, nature, mathematics, physics, biology, environment, animals
technology | T U | TEC COM TRA | T U | technology, engineering, computers, computing, programming
arts | A | ART ARC DES MUS PER PHO | A | art, arts, music, film, photography, architecture, design, theatre
food | WB | CKB | WB | cooking, cookbook, cookbooks, cookery, food, recipes
travel | WT | TRV | WT | travel, travel guide, maps
hobbies | W | CRA GAM GAR HOM HUM ANT | W | hobbies, crafts, gardening, games, puzzles, humour, humor
sport | S | SPO | WS | sport, sports, cricket
picture-books | YB |  | YB | picture book, picture books, board books
children-stories | YF |  | YF | children's fiction, middle grade, fairy tales
children-facts | YN YR | JNF | YN YR | children's non-fiction
young-adult |  | YAF YAN |  | young adult, young-adult, ya, teen, teenage
`;

const schemes: RawSubject["scheme"][] = ["thema", "bisac", "bic", "keyword"];

/** The standard categories, in order. */
export function standardCategories(): StandardCategory[] {
  return rowsOf(categories).map(([path = "", name = "", mood = "", description = ""]) => {
    const [id = "", parentId = null] = path.split(" > ").toReversed();
    return { id, parentId, name, mood, description };
  });
}

/** The standard subjects, one line for each code and keyword. */
export function standardSubjects(): SubjectCategory[] {
  return rowsOf(meanings).flatMap(([categoryId = "", ...columns]) =>
    schemes.flatMap((scheme, column) =>
      (columns[column] ?? "")
        .split(scheme === "keyword" ? ", " : " ")
        .filter(Boolean)
        .map((code) => ({ scheme, code, categoryId })),
    ),
  );
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
}
