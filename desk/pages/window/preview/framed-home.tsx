interface FramedHomeProps {
  title: string;
  url: string;
  /** `phone` is 360 px wide; `wide` shows a wide page in reduced size; `full` is as wide as the desk's page. */
  width: "phone" | "wide" | "full";
  className?: string;
  onLoad?: () => void;
}

const widths = { phone: "h-full mx-auto w-[360px] max-w-full", wide: "framed-wide", full: "w-full" };

/** The shop's home page in a frame; the desk's styles decide its height. */
export function FramedHome({ title, url, width, className = "", onLoad }: FramedHomeProps) {
  return (
    <iframe
      title={title}
      src={url}
      loading="lazy"
      onLoad={onLoad}
      // The frame has another origin than the desk, so it cannot remove its own sandbox.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin"
      className={`block bg-paper ${widths[width]} ${className}`}
    />
  );
}
