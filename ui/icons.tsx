/** Icons of the shop, 24 by 24, drawn with lines in the current text colour. */
import type { ReactNode } from "react";

interface IconProps {
  className?: string;
}

function Icon({ children, className = "size-6" }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="M15.5 15.5 21 21" />
    </Icon>
  );
}

/** Magnifying glass with a plus, to enlarge a picture. */
export function LoupeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="M15.5 15.5 21 21M10.5 7.8v5.4M7.8 10.5h5.4" />
    </Icon>
  );
}

/** Shopping bag, for the cart. */
export function BagIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 9h15l-1 11.5h-13zM8.5 9V7.5a3.5 3.5 0 0 1 7 0V9" />
    </Icon>
  );
}

export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 6.5h17M3.5 12h17M3.5 17.5h11" />
    </Icon>
  );
}

export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  );
}

export function ArrowRightIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 12h15.5M13.5 6l6 6-6 6" />
    </Icon>
  );
}

export function ArrowLeftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20 12H4.5M10.5 6l-6 6 6 6" />
    </Icon>
  );
}

export function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 5.5v13M5.5 12h13" />
    </Icon>
  );
}

export function MinusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5.5 12h13" />
    </Icon>
  );
}

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4.5 12.5 5 5 10-11" />
    </Icon>
  );
}

/** Sheet with ticked lines, for what waits today. */
export function TasksIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4 7 1.5 1.5L8.5 5.5M12 7h8.5M4 14.5 5.5 16l3-3M12 14.5h8.5M12 20h8.5" />
    </Icon>
  );
}

/** Bar code in a viewfinder. */
export function ScanIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 8V4.5H7M17 4.5h3.5V8M20.5 16v3.5H17M7 19.5H3.5V16M7.5 8v8M10.5 8v8M13.5 8v8M16.5 8v8" />
    </Icon>
  );
}

export function ParcelIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5 12 3.5l8 4v9l-8 4-8-4zM4 7.5l8 4 8-4M12 11.5v9M8 5.5l8 4" />
    </Icon>
  );
}

/** Warning. */
export function AlertIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v6.5M12 16.8v.1" />
    </Icon>
  );
}

/** Wishlist. */
export function HeartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20C8 16.9 3.6 13.3 3.6 9.2A4.6 4.6 0 0 1 12 6.7a4.6 4.6 0 0 1 8.4 2.5c0 4.1-4.4 7.7-8.4 10.8Z" />
    </Icon>
  );
}
