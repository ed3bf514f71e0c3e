/** Preloaded into a measured process: answers `usage` over IPC with processor time and resident memory. */
export interface Usage {
  /** Microseconds of processor time, user and system, since the process began. */
  cpuUs: number
  /** Resident bytes. */
  rss: number
}

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
})
// The channel must not keep a process alive that is done.
process.channel?.unref()
