import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";

export type ButtonVariant = "primary" | "outline" | "quiet" | "danger";
export type ButtonSize = "regular" | "large";

/** `.button` only hides it in print. */
const shared =
  "button inline-flex items-center justify-center gap-2 rounded-sm border font-semibold text-center leading-tight transition-colors duration-150 ease-out active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60";

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-action text-on-action hover:bg-action-strong",
  outline: "border-control bg-raised text-action hover:border-action hover:bg-action hover:text-on-action",
  danger: "border-vermilion bg-raised text-vermilion hover:bg-vermilion hover:text-paper",
  quiet: "border-transparent bg-transparent text-action underline decoration-1 underline-offset-4 hover:decoration-2",
};

const sizes: Record<ButtonSize, string> = {
  regular: "min-h-11 px-4 py-2 text-[0.9375rem]",
  large: "min-h-13 px-7 py-3 text-body",
};

/** Returns the classes of a button, for a link or summary that looks like one. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "regular"): string {
  return `${shared} ${variants[variant]} ${sizes[size]}`;
}

interface VariantProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A button; `type` defaults to `submit`. */
export function Button({
  variant,
  size,
  className = "",
  type = "submit",
  ...rest
}: VariantProps & ComponentProps<"button">) {
  return <button type={type} className={`${buttonClass(variant, size)} ${className}`} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className = "",
  ...rest
}: VariantProps & Omit<LinkProps, "className"> & { className?: string }) {
  return <Link className={`${buttonClass(variant, size)} ${className}`} {...rest} />;
}
