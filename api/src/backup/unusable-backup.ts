/** A backup that cannot be used; the message is a sentence for the person who runs the command. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}
