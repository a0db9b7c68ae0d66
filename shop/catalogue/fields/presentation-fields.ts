import { readCoverLink, readRating } from "#shop/catalogue/fields/check/details.ts";
import { readCount } from "#shop/catalogue/fields/check/reading.ts";
import { bookField } from "./book-field.ts";
import { numberColumn, readCoverCell, wordColumn } from "./csv/csv-cells.ts";

/** Fields for presentation: the initial rating and the cover. */
export const presentationFields = {
  rating: bookField({
    called: "rating",
    column: { table: "works", name: "starting_rating", type: "numeric", absent: null },
    check: readRating,
    write: String,
    csv: {
      rating: wordColumn({
        label: "Rating",
        takes: "The average rating from another source, 1 to 5. Reviews in the shop are added to it.",
        synonyms: "averagerating avgrating",
        examples: ["4.2", ""],
      }),
    },
  }),
  ratingCount: bookField({
    called: "number of ratings",
    column: { table: "works", name: "starting_rating_count", type: "int", absent: 0 },
    check: (raw: string) => readCount(raw, "ratings", 0, 2_000_000_000),
    write: String,
    csv: {
      rating_count: numberColumn({
        label: "Number of ratings",
        takes: "The number of ratings in this average.",
        synonyms: "ratingscount numberofratings noofratings numratings",
        examples: ["812", ""],
      }),
    },
  }),
  coverLink: bookField({
    called: "cover's address",
    column: { table: "books", name: "cover_link", type: "text", absent: null },
    check: readCoverLink,
    csv: {
      cover: {
        label: "Cover",
        takes:
          "The address of a picture of the front cover, the first one if there are several. The picture is downloaded only if you ask for it.",
        synonyms:
          "coverlink coverurl coverimage coverimageurl imagesrc imageurl image images imagelink productimageurl picture pictureurl smallimageurl thumbnail",
        examples: ["https://covers.example.org/9780140449136.jpg", ""],
        read: readCoverCell,
        write: (raw) => raw,
      },
    },
  }),
};
