import type { ComponentProps, ReactNode } from "react";

/** Checkbox with its label. */
export function Checkbox({ children, ...rest }: { children: ReactNode } & ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action" {...rest} />
      <span>{children}</span>
    </label>
  );
}
