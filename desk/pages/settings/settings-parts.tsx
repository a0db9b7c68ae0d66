import { useEffect, useState } from "react";

interface SettingsPartsProps {
  /** The groups of the settings, each with the id of its heading. */
  parts: { id: string; title: string }[];
}

/** Links to the parts of the settings. The part in view is marked, where the links stay next to it. */
export function SettingsParts({ parts }: SettingsPartsProps) {
  const shown = usePartInView(parts.map(({ id }) => id).join(" "));
  return (
    <nav
      aria-label="Parts of the settings"
      className="flex flex-wrap gap-x-5 lg:sticky lg:top-4 lg:grid lg:border-l lg:border-line"
    >
      {parts.map(({ id, title }) => (
        <a key={id} href={`#${id}`} aria-current={id === shown ? "location" : undefined} className="settings-part">
          {title}
        </a>
      ))}
    </nav>
  );
}

/** The part whose heading was passed last, and at the end of the page the last one; null before scripts run. */
function usePartInView(ids: string): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const look = () => {
      const headings = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < clientHeight / 3);
      setShown(((isAtEnd ? headings : passed).at(-1) ?? headings[0])?.id ?? null);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [ids]);
  return shown;
}
