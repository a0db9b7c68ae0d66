import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { TextField } from "#ui/field.tsx";

interface TrackingFieldsProps {
  trouble: ActionTrouble | null;
  /** What holds now; empty for a new parcel. */
  now?: { carrier: string; trackingNumber: string; trackingUrl: string };
  /** Whoever opened the page came for this form: its first field takes what is typed. */
  isFirst?: boolean;
}

const nothing = { carrier: "", trackingNumber: "", trackingUrl: "" };

/** Who has a parcel, and how it is followed. */
export function TrackingFields({ trouble, now = nothing, isFirst = false }: TrackingFieldsProps) {
  const { values = {}, errors = {} } = trouble ?? {};
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        required
        // The address was followed to fill in this form.
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
        label="Where it can be followed"
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
