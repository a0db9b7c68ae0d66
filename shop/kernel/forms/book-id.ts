import { z } from "zod";

const maxLength = 120;

/** Parses the id of a book, a bundle or another item of the catalogue in a form. */
export const bookId = z
  .string()
  .max(maxLength, { abort: true })
  .regex(/^[a-z0-9-]+$/);
