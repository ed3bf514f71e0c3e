/** A backup that cannot be used; the message is a sentence for the operator who runs the command. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}
