/** A backup, or where one will be. */
export interface BackupFile {
  /** Its path, or its address in a bucket. */
  at: string;
  /** Keeps what comes; it is there when all of it is. Returns its size in bytes. */
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  /** All of it, piece by piece. Throws a DumpError when there is none. */
  read: () => AsyncIterable<Uint8Array>;
}

/** Where backups are kept: a folder, or a bucket of a store that speaks S3. */
export interface BackupPlace {
  /** The folder, or the address of the bucket. */
  at: string;
  file: (name: string) => BackupFile;
  list: () => Promise<{ name: string; bytes: number; writtenAt: Date }[]>;
  remove: (name: string) => Promise<void>;
  /** Removes what was begun before this moment and never finished, because a machine stopped meanwhile. */
  sweep: (before: Date) => Promise<void>;
}
