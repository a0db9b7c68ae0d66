import type { FileChanges } from "#shop/catalogue/uploads/preview-changes.server.ts";
import type { ImportJobOptions } from "#shop/catalogue/uploads/import-job-options.ts";
import { lowerTitle } from "#shop/catalogue/records/plan/capitals.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/field.tsx";
import { isNew, maxNames } from "./category-answers.ts";
import { matchForm } from "./match-form.ts";

/** With small letters, the name that the category gets. */
function newCategoryLabel(name: string, { lowersCapitals = false }: ImportJobOptions): string {
  const written = lowersCapitals ? lowerTitle(name) : name;
  return `Add it as a new category${written === name ? "" : `: ${written}`}`;
}

/** Asks what the file's category names mean that the shop does not have: nothing, a new category, or one of its own. */
export function NewCategories({ options, changes }: { options: ImportJobOptions; changes: FileChanges }) {
  const { newCategories, categories, proposedCategories } = changes;
  const chosen = options.categories ?? {};
  const found = new Map(newCategories);
  const names = [...new Set([...found.keys(), ...Object.keys(chosen)])].slice(0, maxNames);
  const proposed = (name: string) => (options.takesNewCategories ? "" : (proposedCategories[name] ?? ""));
  const books = (name: string) => (found.has(name) ? formatCount(found.get(name) ?? 0, "book") : "");
  return (
    <fieldset>
      <legend className="font-semibold">
        {names.length > 0 ? `Categories that the shop does not have: ${names.length}` : "Categories"}
      </legend>
      {names.length > 0 && (
        <ul className="desk-match mt-2 border-t border-line">
          {names.map((name, at) => (
            <li key={name} className="border-b border-line py-2">
              <input type="hidden" form={matchForm} name={`category.${at}`} value={name} />
              <SelectField
                label={name}
                hint={books(name)}
                form={matchForm}
                name={`becomes.${at}`}
                defaultValue={name in chosen ? (chosen[name] ?? isNew) : proposed(name)}
              >
                <option value="">{options.takesNewCategories ? "Add it" : "Leave it out"}</option>
                <option value={isNew}>{newCategoryLabel(name, options)}</option>
                <optgroup label="It is one of the shop’s">
                  {categories.map(([id, path]) => (
                    <option key={id} value={id}>
                      {path}
                    </option>
                  ))}
                </optgroup>
              </SelectField>
            </li>
          ))}
        </ul>
      )}
      <Checkbox form={matchForm} name="newCategories" value="1" defaultChecked={options.takesNewCategories === true}>
        {names.length > 0 ? "Add all others that come later in the file" : "Add categories that the shop does not have"}
        <span className="block text-quiet">Otherwise they are left out, and the books keep their categories.</span>
      </Checkbox>
    </fieldset>
  );
}
