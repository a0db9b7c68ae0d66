import { bookFields, fieldsThatDiffer, textOfField, type BookValues } from "#shop/books/book-values.ts";

/** What is saved by now and what was typed, field by field, after somebody else was quicker. */
export function BothVersions({ saved, typed }: { saved: BookValues; typed: BookValues }) {
  const fields = fieldsThatDiffer(saved, typed);
  if (fields.length === 0)
    return <p className="mt-3">What you typed is what is saved by now: nothing is left to do.</p>;
  return (
    <>
      <p className="mt-3 max-w-measure">
        The form below holds what you typed. Look at each of these fields, change it where the other version is right,
        and save again.
      </p>
      <table className="desk-table mt-3">
        <thead className="max-sm:sr-only">
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved by somebody else or before</th>
            <th scope="col">Typed by you</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="desk-version">
              <th scope="row">{bookFields[field].label}</th>
              <td className="whitespace-pre-line">
                <span className="text-small text-quiet sm:hidden">Saved: </span>
                {textOfField(saved, field) || "nothing"}
              </td>
              <td className="whitespace-pre-line">
                <span className="text-small text-quiet sm:hidden">Typed: </span>
                {textOfField(typed, field) || "nothing"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
