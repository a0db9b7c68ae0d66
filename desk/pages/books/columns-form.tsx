import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { tableColumns, type ColumnName } from "./table-columns.ts";

interface ColumnsFormProps {
  columns: ColumnName[];
  /** The parameters of the page. */
  set: Record<string, string>;
}

/** Chooses the columns of the table of books, which this browser keeps for the person. */
export function ColumnsForm({ columns, set }: ColumnsFormProps) {
  return (
    <details className="desk-columns max-sm:hidden">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Columns</summary>
      <Form method="get" className="desk-card mb-3 px-4 py-2">
        {Object.entries(set).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
          {Object.entries(tableColumns).map(([name, { label }]) => (
            <Checkbox key={name} name="column" value={name} defaultChecked={columns.some((column) => column === name)}>
              {label}
            </Checkbox>
          ))}
        </div>
        <Button variant="outline" name="columns" value="chosen" className="my-2">
          Show these columns
        </Button>
      </Form>
    </details>
  );
}
