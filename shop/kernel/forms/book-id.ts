import { z } from "zod";

const maxLength = 120;

/** The id of a book, a bundle or another thing of the catalogue, as it comes with a form. */
export const bookId = z
  .string()
  .max(maxLength, { abort: true })
  .regex(/^[a-z0-9-]+$/);
