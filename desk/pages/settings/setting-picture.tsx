import type { ReactNode } from "react";

import { readLogoName } from "#shop/kernel/look/logo.ts";
import type { SettingField } from "#shop/office/settings/setting-fields.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/field.tsx";

interface SettingPictureProps {
  field: SettingField;
  /** The name of the picture in use; empty for none. */
  value: string;
  /** Whether the environment sets it. */
  isLocked: boolean;
  error: string | undefined;
  /** Called once a file was chosen that is small enough. */
  onChosen?: () => void;
  children?: ReactNode;
}

/** A picture: the one in use, and a field for another. */
export function SettingPicture({ field, value, isLocked, error, onChosen, children }: SettingPictureProps) {
  const { name, label, hint } = field;
  const picture = readLogoName(value);
  return (
    <div className="grid content-start gap-2">
      <input type="hidden" name={name} value={value} />
      {isLocked ? (
        <p className="text-small text-quiet">
          {label}. {lockedBy(name)}
        </p>
      ) : (
        <TextField
          label={label}
          id={name}
          type="file"
          name={`${name}.file`}
          accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp"
          error={error}
          onChange={({ currentTarget }) => {
            if (refuseLargeFile(currentTarget) && currentTarget.files?.[0]) onChosen?.();
          }}
          {...(hint && { hint })}
        />
      )}
      {picture && (
        <img
          src={picture.path}
          width={picture.width}
          height={picture.height}
          alt={`${label} in use`}
          className={`h-auto max-h-16 w-auto max-w-full justify-self-start rounded-sm p-2 outline outline-line ${picture.ink === "pale" ? "bg-night" : "bg-[#fff]"}`}
        />
      )}
      {picture && !isLocked && (
        <Checkbox name={`${name}.remove`} value="yes">
          Remove this {label.toLowerCase()}
        </Checkbox>
      )}
      {children}
    </div>
  );
}

/** Says at the field that a file is too large, before it is sent; returns whether it is not. */
function refuseLargeFile(field: HTMLInputElement): boolean {
  const [file] = field.files ?? [];
  const isSvg = file?.type === "image/svg+xml";
  const isTooLarge = file && file.size > (isSvg ? 300_000 : 2 * 1024 * 1024);
  const why = isSvg
    ? "The SVG is larger than 300 kB. Simplify it, or save it as PNG."
    : "The file is larger than 2 MB. Save it smaller.";
  field.setCustomValidity(isTooLarge ? why : "");
  return field.reportValidity();
}

/** Says which variable of the environment sets a setting. */
export function lockedBy(name: string): string {
  return `Set by the environment variable ${name} on the server`;
}
