import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  buildDirectory: "../build/desk",
  ssr: true,
  // The router knows every page from the first one.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
