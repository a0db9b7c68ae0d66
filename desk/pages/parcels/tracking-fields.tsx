import type { ActionError } from "#desk/http/action-error.ts";
import { TextField } from "#ui/field.tsx";

interface TrackingFieldsProps {
  trouble: ActionError | null;
  /** Saved values; empty for a new parcel. */
  now?: { carrier: string; trackingNumber: string; trackingUrl: string } | undefined;
  /** Whether the first field gets the focus. */
  isFirst?: boolean;
}

const nothing = { carrier: "", trackingNumber: "", trackingUrl: "" };

/** Fields for the carrier and tracking of a parcel. */
export function TrackingFields({ trouble, now = nothing, isFirst = false }: TrackingFieldsProps) {
  const { values = {}, errors = {} } = trouble ?? {};
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        required
        // The page was opened to fill in this form.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        defaultValue={values.carrier ?? now.carrier}
        error={errors.carrier}
      />
      <TextField
        label="Tracking number"
        isOptional
        name="trackingNumber"
        autoComplete="off"
        defaultValue={values.trackingNumber ?? now.trackingNumber}
        error={errors.trackingNumber}
      />
      <TextField
        label="Tracking link"
        isOptional
        name="trackingUrl"
        type="url"
        placeholder="https://"
        defaultValue={values.trackingUrl ?? now.trackingUrl}
        error={errors.trackingUrl}
      />
    </>
  );
}
