import type { ActionError } from "#desk/http/action-error.ts";
import { TextField } from "#ui/field.tsx";

/** Field for the last day on which an order is kept at the shop; `keepUntil` is its ISO day by default. */
export function KeepUntilField({ keepUntil, trouble }: { keepUntil: string; trouble: ActionError | null }) {
  return (
    <TextField
      label="Keep it until"
      name="until"
      type="date"
      required
      className="max-w-56"
      defaultValue={trouble?.values.until ?? keepUntil}
      error={trouble?.errors.until}
    />
  );
}
