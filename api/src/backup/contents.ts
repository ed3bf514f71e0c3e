/** Figures of one database snapshot; a restore compares them. */
export interface Figures {
  /** Rows by table. */
  rows: Record<string, number>
  /** Sum of all orders, in hryvnia; null when there is none. */
  orderTotal: string | null
  /** Id and time of the newest order, in UTC. */
  newestOrder: string | null
}

/** Entries of a backup, in this order; a table follows the tables that it references. */
export type Entry =
  | { kind: 'about'; format: 1 | 2; takenAt: string; migrations: string[] }
  /** `json` is an array of rows from Postgres; it is stored as text, so numbers and times keep every digit. */
  | { kind: 'rows'; table: string; count: number; json: string }
  | { kind: 'picture'; name: string; bytes: Buffer }
  | { kind: 'end'; figures: Figures; pictures: number; sequences: Record<string, string> }

export interface Contents {
  takenAt: string
  migrations: string[]
  figures: Figures
  pictures: number
  sequences: Record<string, string>
}
