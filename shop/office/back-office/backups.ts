/** What the desk knows of the shop's backups. */
export interface BackupState {
  /** The newest backup of all processes; null without any. */
  newest: { madeAt: string; bytes: number; where: string } | null;
  /** Whether this process makes one now, because an owner asked for it. */
  isRunning: boolean;
  /** Why the last one that an owner asked this process for was not made, or is incomplete; null if it was. */
  trouble: string | null;
}

/** What the desk does with backups. */
export interface ShopBackups {
  state: () => Promise<BackupState>;
  /** Whether backups are written to the disk of the shop's own data, and would be lost with it. */
  areOnDataDisk: () => Promise<boolean>;
  /** Makes a backup, which goes on in the background if it takes longer than some seconds. */
  make: () => Promise<BackupState>;
}
