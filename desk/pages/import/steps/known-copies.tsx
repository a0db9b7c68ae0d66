import type { FileChanges } from "#shop/catalogue/uploads/preview-changes.server.ts";
import type { ImportJobOptions } from "#shop/catalogue/uploads/import-job-options.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { SelectField } from "#ui/field.tsx";
import { matchForm } from "./match-form.ts";

/** Asks what happens to the copies of books that the shop has already, if the file has copies of them. */
export function KnownCopies({ options, changes }: { options: ImportJobOptions; changes: FileChanges }) {
  const { books, inFile, inShop } = changes.knownCopies;
  if (books === 0 && options.knownCopies === undefined) return null;
  return (
    <div className="max-w-measure">
      <SelectField
        label="Copies of books that the shop has already"
        hint={`${formatCount(books, "such book")} among these records: the file counts ${formatCount(inFile, "copy", "copies")}, the shop has ${inShop.toLocaleString("en-IN")}.`}
        form={matchForm}
        name="knownCopies"
        defaultValue={options.knownCopies ?? ""}
      >
        <option value="">Leave them as they are in the shop</option>
        <option value="set">Set them to the numbers of the file, as after a count</option>
        <option value="add">Add the numbers of the file, as for a delivery</option>
      </SelectField>
    </div>
  );
}
