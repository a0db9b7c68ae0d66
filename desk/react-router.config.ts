import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  buildDirectory: "../build/desk",
  ssr: true,
  // Send all routes with the first page, instead of requests for them on navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
