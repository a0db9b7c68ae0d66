import { TextField } from "#ui/field.tsx";

interface BookRowsProps {
  /** So many fields, `book-0` and on. */
  count: number;
  /** What is in them, by the names of the fields. */
  values: Record<string, string>;
  /** The titles of the books that are known, by what names them. */
  titles: Record<string, string>;
  error?: string | null | undefined;
}

/** A field for each of several books; empty ones count for nothing. */
export function BookRows({ count, values, titles, error }: BookRowsProps) {
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
              {...(title && { hint: title })}
            />
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
    </fieldset>
  );
}
