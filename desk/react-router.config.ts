import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  buildDirectory: "../build/desk",
  ssr: true,
  // Send the list of all routes with the first page. By default the browser would request them during navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
