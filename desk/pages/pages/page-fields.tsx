import { pageLimits, pagePlaces } from "#shop/office/pages/page.ts";
import { FormattedTextArea, type LinkTarget } from "#desk/components/forms/formatted-text-area.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { pageLabels } from "./page-labels.ts";
import { openTextFields, TextHelp } from "./text-help.tsx";

interface PageFieldsProps {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** A page that every shop has has only words; a page of one's own has its address from its first saving on. */
  kind: "fixed" | "new" | "own";
  fields: { name: string; about: string; now: string | null }[];
  /** Pages that a link is likely to lead to, and the origin of the shop. */
  targets: LinkTarget[];
  shopUrl: string;
}

/** The fields of the form of a page. */
export function PageFields({ values, errors, kind, fields, targets, shopUrl }: PageFieldsProps) {
  const field = (name: string) => ({
    label: pageLabels[name],
    name,
    defaultValue: values[name] ?? "",
    error: errors[name],
  });
  return (
    <>
      {kind !== "fixed" && <TextField {...field("title")} required maxLength={pageLimits.title} autoComplete="off" />}
      {kind === "new" && (
        <TextField
          {...field("address")}
          isOptional
          hint="Such as school-orders, for /pages/school-orders. Left empty, it is made from the title. It stays as it is, so that links go on working"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
        />
      )}
      <TextArea
        {...field("lead")}
        isOptional
        hint={`In large letters below the title${kind === "fixed" ? "" : "; search engines show it too"}`}
        rows={2}
        className="field-sizing-content"
      />
      <FormattedTextArea
        {...field("text")}
        rows={18}
        required
        targets={targets}
        shopUrl={shopUrl}
        onFields={openTextFields}
      />
      <TextHelp fields={fields} />
      {kind !== "fixed" && <PageChoices field={field} />}
    </>
  );
}

type FieldProps = (name: string) => {
  label: string | undefined;
  name: string;
  defaultValue: string;
  error: string | undefined;
};

/** Where a page is linked, and whether readers see it. */
function PageChoices({ field }: { field: FieldProps }) {
  return (
    <>
      <div className="field-row sm:grid-cols-2">
        <SelectField {...field("place")}>
          {Object.entries(pagePlaces).map(([place, words]) => (
            <option key={place} value={place}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField {...field("position")} hint="The smallest number is shown first" inputMode="numeric" required />
      </div>
      <SelectField {...field("shown")}>
        <option value="yes">Yes</option>
        <option value="no">Hidden: only you see it, here</option>
      </SelectField>
    </>
  );
}
