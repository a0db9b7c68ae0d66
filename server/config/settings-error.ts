/** A setting that cannot be used; its message names the setting and what to do. */
export class SettingsError extends Error {
  /** The setting that is wrong, if it is a single one that the desk has a field for. */
  readonly setting: string | null;
  constructor(message: string, setting: string | null = null) {
    super(message);
    this.setting = setting;
  }
}
