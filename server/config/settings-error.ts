/** A setting that cannot be used; its message names the setting and what to do. */
export class SettingsError extends Error {}
