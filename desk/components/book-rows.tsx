import { TextField } from "#ui/field.tsx";

interface BookRowsProps {
  /** So many fields, `book-0` and on. */
  count: number;
  /** What is in them, by the names of the fields. */
  values: Record<string, string>;
  /** The titles of the books that are known, by what names them. */
  titles: Record<string, string>;
  /** What is wrong, by the names of the fields. */
  errors?: Record<string, string> | undefined;
}

/** A field for each of several books; empty ones count for nothing. */
export function BookRows({ count, values, titles, errors }: BookRowsProps) {
  return (
    <fieldset>
      <legend className="font-semibold">Books</legend>
      <p className="text-small text-quiet">The ISBN of each, or the last part of its address in the shop.</p>
      <div className="field-row mt-2 sm:grid-cols-2">
        {Array.from({ length: count }, (_, place) => {
          const value = values[`book-${place}`] ?? "";
          const title = titles[value];
          return (
            <TextField
              key={place}
              label={`Book ${place + 1}`}
              name={`book-${place}`}
              autoComplete="off"
              defaultValue={value}
              error={errors?.[`book-${place}`]}
              {...(title && { hint: title })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
