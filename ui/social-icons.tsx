import type { ReactNode } from "react";

const drawn = (lines: ReactNode) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
    className="size-6"
  >
    {lines}
  </svg>
);

/** A camera: Instagram. */
export function InstagramIcon() {
  return drawn(
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <circle cx="16.4" cy="7.6" r="1" fill="currentColor" stroke="none" />
    </>,
  );
}

/** An f: Facebook. */
export function FacebookIcon() {
  return drawn(
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <path d="M12.6 20v-8.2c0-2.1 1-3.1 3-3.1h.9M10 13h5.6" />
    </>,
  );
}

/** A screen: YouTube. */
export function YouTubeIcon() {
  return drawn(
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="4" />
      <path d="M10.4 9.3v5.4l4.4-2.7z" fill="currentColor" stroke="none" />
    </>,
  );
}
