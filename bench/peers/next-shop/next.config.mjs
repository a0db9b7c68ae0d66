export default {
  serverExternalPackages: ["pg"],
  // Otherwise Next.js looks for a root in the folders above.
  turbopack: { root: import.meta.dirname },
};
