import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // Every URL the browser may go to is known from the first page: no `/__manifest` endpoint to guard.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
